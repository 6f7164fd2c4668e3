// The page in a real browser, by `make test-web`: an operator's way with the keyboard and without script, in English and German, light and
// dark, at three sizes; the picture arranged by mouse, finger and keys, and found again; a shift of operators with PINs over TLS, with a new
// layout; axe-core finds no violation of WCAG 2.2 AA, and the browser reports none of the content's policy.
//
// page.mjs CELLGRAPH [FOLDER-FOR-SCREENSHOTS]      CHROMIUM names the browser where it is not `chromium`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, cellgraph, clear, folder, has, judged, launch, looked, open, placed, press, ready, refused, say, serve, verdict } from "./desk.mjs";

const simulated = (...more) => serve("--model", "none", "--driver", "simulator", "--speed", "0.2", ...more);

async function operated(browser, served) {
  const page = await open(browser, await served.address(), "Ada", { look: (page) => looked(page, "enter") });
  await page.waitForSelector(".picture svg");
  await looked(page, "cell");

  await say(page, "where is the robot?");
  await has(page, "The robot is at Home");
  await looked(page, "answer");

  await say(page, "weld at position 1 and 2");
  await has(page, "Approve and run");
  assert((await page.$$(".picture .way")).length > 3, "the way of the plan is marked");
  await looked(page, "review");
  await page.type("#words", "skip position 2");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await has(page, "do tack_weld at Pos_1");

  // Somebody else has begun a line meanwhile, and not sent it.
  const other = await open(browser, await served.address(), "Frida");
  assert.equal(await other.$("#say"), null, "a plan waits");

  // The run is seen without a key: the script is told.
  await Promise.all([page.waitForNavigation(), page.click("button.main")]);
  await has(page, "Running: step");
  assert.equal(await page.evaluate(() => document.activeElement.value), "halt", "the stop has the focus");
  await looked(page, "run");
  await other.waitForSelector("button.stop");
  await other.type("#to-run", "where is");
  await page.focus("button.stop");
  await page.keyboard.press("Space");
  await page.waitForSelector("#say");
  await has(page, "stopped");
  await looked(page, "stopped");

  await page.goto(new URL("/robot", page.url()));
  await looked(page, "robot");
  await placed(page, "Home", "none");
  await has(page, "That is confirmed.");

  // A draft for the desk is no word to a run, and takes the focus from no key that stops.
  await has(other, "That is confirmed.");
  await ready(other, "#say");
  assert.equal(await other.$eval("#say", (box) => box.value), "", "a word to a run is no sentence");
  await other.type("#say", "go to position 3");
  await page.goto(new URL("/", page.url()));
  await say(page, "go to position 2");
  await Promise.all([page.waitForNavigation(), page.click("button.main")]);
  await ready(other, "button.stop");
  assert.equal(await other.evaluate(() => document.activeElement.value), "halt", "the stop has the focus beside a draft");
  assert.equal(await other.$eval("#to-run", (box) => box.value), "");
  await ready(other, "#say");
  assert.equal(await other.$eval("#say", (box) => box.value), "go to position 3", "the draft is there again");
  await other.close();

  await page.goto(new URL("/history", page.url()));
  await looked(page, "history");
  await page.click("tbody a");
  await has(page, "Steps");
  await looked(page, "past-run");
  await page.goto(new URL("/timeline", page.url()));
  await looked(page, "timeline");
  await page.goto(new URL("/metrics", page.url()));
  await looked(page, "metrics");
  await page.goto(new URL("/?lang=de", page.url()));
  await has(page, "Sagen Sie, was zu tun ist");
  await looked(page, "german");

  // Somebody else, without script: everything is there, and the page of a run loads itself anew.
  const address = await served.address();
  const context = await browser.createBrowserContext();
  const plain = await context.newPage();
  await plain.setJavaScriptEnabled(false);
  await plain.goto(address);
  await plain.type("#name", "Bob");
  await Promise.all([plain.waitForNavigation(), plain.keyboard.press("Enter")]);
  await say(plain, "go to position 1");
  await Promise.all([plain.waitForNavigation(), plain.click("button.main")]);
  await plain.waitForSelector("#say");
  assert((await plain.content()).includes("completed"), "the run is over");
  await arrangedPlainly(plain);
}

// Names are offered while a line is typed. Nothing is sent before somebody sends it.
async function completed(page) {
  const list = "#say-completions:not([hidden]) li";
  const value = () => page.$eval("#say", (box) => box.value);
  const address = page.url();
  await page.waitForSelector("#say[role=combobox]");
  await page.type("#say", "go to safe po");
  await page.waitForSelector(list);
  assert.equal(await page.$eval("#say", (box) => box.getAttribute("aria-expanded")), "true");
  await looked(page, "completions");
  // The list covers no key, at any size.
  for (const [width, height] of [[390, 844], [800, 1280], [1280, 800]]) {
    await page.setViewport({ width, height });
    const isFree = await page.evaluate(() => {
      const key = document.querySelector(".say button");
      const { left, top, width, height } = key.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === key;
    });
    assert(isFree, `Send is covered at ${width}`);
  }
  assert.equal(await page.$eval("#say", (box) => box.getAttribute("aria-activedescendant")), null, "nothing is chosen by itself");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const active = await page.$eval("#say", (box) => document.getElementById(box.getAttribute("aria-activedescendant")).textContent);
  assert.equal(active, "Safe_Pos_2");
  await judged(page, "a completion that is chosen");
  await page.keyboard.press("Enter");
  assert.equal(await value(), "go to Safe_Pos_2");
  await page.waitForSelector("#say-completions[hidden]");
  await page.keyboard.type(" and Ho");
  await page.waitForSelector(list);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#say-completions[hidden]");
  assert.equal(await value(), "go to Safe_Pos_2 and Ho", "Escape leaves the line as it is");
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector(list);
  await page.tap(list);
  assert.equal(await value(), "go to Safe_Pos_2 and Home");
  assert.equal(page.url(), address);
  const said = await page.$$eval(".said", (all) => all.map((one) => one.textContent).join());
  assert(!said.includes("Safe_Pos"), "nothing was sent");
  // In the middle of a line as well, and what stands behind it stays.
  await page.$eval("#say", (box) => {
    box.value = "go to  and back";
    box.setSelectionRange(6, 6);
  });
  await page.keyboard.type("pos");
  await page.waitForSelector(list);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  assert.equal(await value(), "go to Pos_5 and back");
  await page.$eval("#say", (box) => {
    box.value = "";
  });
  // With nothing chosen Enter sends what stands there.
  await page.type("#say", "where is the rob");
  await page.keyboard.type("ot?");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await has(page, "where is the robot?");
}

// A place or a tool of the picture that is arranged, by its name.
const thing = (name) => `#board g[aria-label^="${name}: "], #board g[aria-label^="${name} "]`;

// What stands in its box.
async function spot(page, name) {
  const label = await page.$eval(thing(name), (group) => group.getAttribute("aria-label"));
  const [x, y] = label.split(": ").at(-1).split(" ").map(Number);
  const boxed = await page.$$eval("#arrange label[for]", (labels, name) => labels.find((label) => label.textContent === name)?.control.value, name);
  assert.equal(boxed, `${x} ${y}`);
  return { x, y };
}

async function middle(page, name) {
  await page.$eval(thing(name), (group) => group.scrollIntoView({ block: "center", inline: "center" }));
  const { x, y, width, height } = await page.$eval(thing(name), (group) => group.querySelector("rect, ellipse").getBoundingClientRect().toJSON());
  return { x: x + width / 2, y: y + height / 2 };
}

// Where the cell's own page draws a position.
async function drawn(page, name) {
  await page.waitForSelector(".picture svg");
  return page.$$eval(".picture g.place", (groups, name) => {
    const rect = groups.find((group) => group.querySelector("text").textContent === name).querySelector("rect");
    const number = (attribute) => Number(rect.getAttribute(attribute));
    return { x: Math.round(number("x") + number("width") / 2), y: Math.round(number("y") + number("height") / 2) };
  }, name);
}

const near = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < 15;

// By mouse, finger, the keyboard and the large keys; kept, refused while a plan waits, and kept all the same.
async function arranged(page, other) {
  // A browser hands the mouse to the page in front alone.
  await page.bringToFront();
  await page.goto(new URL("/arrange", page.url()));
  await page.waitForSelector("#movers:not([hidden])");
  await page.evaluate(() => document.querySelector("details").toggleAttribute("open"));
  await looked(page, "arrange");
  const before = { home: await spot(page, "Home"), one: await spot(page, "Pos_1"), welder: await spot(page, "Welder") };

  const at = await middle(page, "Home");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 30, at.y + 90, { steps: 5 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.deepEqual(await spot(page, "Home"), before.home, "Escape puts back what is being dragged");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 30, at.y + 90, { steps: 5 });
  await page.mouse.up();
  const home = await spot(page, "Home");
  assert(near(home, { x: before.home.x + 30, y: before.home.y + 90 }), JSON.stringify([before.home, home]));

  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  for (let tabs = 0; tabs < 40 && !(await focused())?.startsWith("Pos_1: "); tabs++) await page.keyboard.press("Tab");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  await page.keyboard.down("Shift");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.up("Shift");
  const one = await spot(page, "Pos_1");
  assert.deepEqual(one, { x: before.one.x + 19, y: before.one.y + 10 });
  assert.equal(await page.$eval("#moved", (told) => told.textContent), `Pos_1: ${one.x} ${one.y}`, "it is told");
  await judged(page, "a place that is moved by keys");

  const welder = await middle(page, "Welder");
  await page.touchscreen.touchStart(welder.x, welder.y);
  await page.touchscreen.touchMove(welder.x + 20, welder.y + 40);
  await page.touchscreen.touchMove(welder.x + 40, welder.y + 60);
  await page.touchscreen.touchEnd();
  assert(near(await spot(page, "Welder"), { x: before.welder.x + 40, y: before.welder.y + 60 }), "by a finger");

  await page.select("#chosen", await page.$$eval("#chosen option", (options) => options.find((option) => option.textContent === "Pos_2").value));
  const two = await spot(page, "Pos_2");
  await page.click("#movers button[data-y='-10']");
  await page.click("#movers button[data-x='10']");
  assert.deepEqual(await spot(page, "Pos_2"), { x: two.x + 10, y: two.y - 10 }, "by the large keys");

  // Somebody else's plan waits.
  await say(other, "go to position 2");
  await has(page, "A plan waits");
  await refused(page, () => press(page, "#save"), "Nothing was done: answer it first.");
  await press(other, "button[value=no]");
  await page.goto(new URL("/arrange", page.url()));
  await page.waitForSelector("#movers:not([hidden])");
  assert.deepEqual(await spot(page, "Home"), home, "what was arranged is there again");
  await press(page, "#save");
  await has(page, "The arrangement of the picture is saved.");
  assert.deepEqual(await drawn(page, "Home"), home);
  await page.reload();
  assert.deepEqual([await drawn(page, "Home"), await drawn(page, "Pos_1")], [home, one]);
  assert(near(await drawn(other, "Home"), home), "other pages show it");
  await looked(page, "arranged");
  await say(page, "weld at position 1");
  await has(page, "Approve and run");
  assert((await page.$$(".picture .way")).length > 3, "the way of the plan is marked in it");
  await press(page, "button[value=no]");
  return { home, one };
}

// Without script the places are typed.
async function arrangedPlainly(plain) {
  await plain.goto(new URL("/arrange", plain.url()));
  assert((await plain.content()).includes("Dragging needs the page's script"));
  await plain.click("summary");
  const box = await plain.$$eval("#arrange label", (labels) => labels.find((label) => label.textContent === "Pos_3").getAttribute("for"));
  await plain.$eval("#" + box, (input) => {
    input.value = "300 -40";
  });
  await press(plain, "#save-numbers");
  assert((await plain.content()).includes("The arrangement of the picture is saved."));
  assert.deepEqual(await drawn(plain, "Pos_3"), { x: 300, y: -40 });
}

// Operators with PINs over TLS; a new layout, which an engineer takes up and nobody else.
async function shift(browser) {
  const [certificate, key] = ["cell.pem", "cell.key"].map((name) => join(folder, name));
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", ...subject];
  execFileSync("openssl", [...made, "-keyout", key, "-out", certificate], { stdio: "pipe" });
  for (const [name, role, pin] of [["Ada", "engineer", "482913"], ["Bob", "operate", "771302"]]) {
    writeFileSync(join(folder, "pin"), pin);
    cellgraph("operator", "add", name, "--role", role, "--pin-file", "pin", "--operator", "Eve");
  }
  const served = simulated("--tls-certificate", certificate, "--tls-key", key);
  try {
    const address = await served.address();
    assert(address.startsWith("https://127.0.0.1:"), address);
    const stranger = await (await browser.createBrowserContext()).newPage();
    await stranger.goto(address);
    assert(stranger.url().endsWith("/enter") && !(await stranger.content()).includes("Home"));
    await stranger.type("#name", "Bob");
    await stranger.type("#pin", "000001");
    await refused(stranger, () => press(stranger, "button.main"), "do not go together");

    const bob = await open(browser, address, "Bob", { pin: "771302" });
    const [cookie] = await bob.browserContext().cookies();
    assert(cookie.secure && cookie.httpOnly && cookie.sameSite === "Strict", JSON.stringify(cookie));
    await say(bob, "go to position 2");
    await press(bob, "button.main");
    await has(bob, "Running: step");
    await has(bob, "completed");

    build((exported) => exported.replaceAll("Safe_Pos_4", "Clear_of_the_bench"));
    await say(bob, "where is the robot?");
    await has(bob, "An engineer may take it up.");
    assert.equal(await bob.$("form[action='/layout']"), null, "he has no key for it");
    await looked(bob, "new-layout-operator");
    // He sends the form all the same.
    const forged = () =>
      Promise.all([
        bob.waitForNavigation(),
        bob.$eval("form[action='/say']", (form) => {
          form.action = "/layout";
          form.elements.say.value = "x";
          form.submit();
        }),
      ]);
    await refused(bob, forged, "Your role is 'operate'");
    await bob.goto(new URL("/arrange", address));
    await has(bob, "An engineer may arrange the picture.");
    await looked(bob, "arrange-operator");

    const ada = await open(browser, address, "Ada", { pin: "482913", look: (page) => looked(page, "enter-by-pin") });
    await has(ada, "Another layout");
    await looked(ada, "new-layout-engineer");
    await press(ada, "form[action='/layout'] button[value=yes]");
    await has(ada, "The new layout is in force");
    await say(ada, "go to clear of the bench");
    await has(ada, "Approve and run");
    await press(ada, "button[value=no]");
    await bob.goto(address);
    await has(bob, "generation 2");
    assert.equal(await bob.$("#layout"), null, "nothing is offered any more");
    // What was arranged is where it was, in the new layout as well.
    return await drawn(ada, "Home");
  } finally {
    served.end();
  }
}

let served;
let browser;
try {
  build();
  const place = ["--position", "Home", "--tool", "none", "--operator", "Ada", "--reason", "looked"];
  cellgraph("state", "correct", "--snapshot", "demo.cell", ...place);
  served = simulated();
  browser = await launch();
  await operated(browser, served);
  const page = await open(browser, await served.address(), "Carol");
  await has(page, "The robot is at");
  await completed(page);
  const { home, one } = await arranged(page, await open(browser, await served.address(), "Dora"));
  served.end();
  await has(page, "NO CONNECTION");

  // After another start, and at another time over TLS.
  served = simulated();
  const again = await open(browser, await served.address(), "Erin");
  assert.deepEqual([await drawn(again, "Home"), await drawn(again, "Pos_1")], [home, one]);
  served.end();
  await has(again, "NO CONNECTION");
  assert.deepEqual(await shift(browser), home);
} finally {
  await browser?.close();
  await clear();
}
verdict();
console.log("the page holds in the browser: no violation at any size, light and dark");
