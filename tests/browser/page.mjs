// The page in a real browser, by `make test-web`: an operator's way with the keyboard and without script, in English and German, light and
// dark, at three sizes; axe-core finds no violation of WCAG 2.2 AA, and the browser reports none of the content's policy.
//
// page.mjs CELLGRAPH [FOLDER-FOR-SCREENSHOTS]      CHROMIUM names the browser where it is not `chromium`.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const [binary, screenshots] = process.argv.slice(2).map((path) => resolve(path));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const SIZES = { tablet: [800, 1280], panel: [1280, 800], screen: [1920, 1080] };

const folder = mkdtempSync(join(tmpdir(), "cellgraph-page-"));
const faults = [];
// The program is ended: from then on the browser complains that nobody answers.
let isOver = false;

function cellgraph(...words) {
  execFileSync(binary, words, { cwd: folder, stdio: "pipe" });
}

// Starts the program, and gives the addresses that it prints, one by one.
function serve() {
  const words = ["serve", "--snapshot", "demo.cell", "--model", "none", "--driver", "simulator", "--speed", "0.2"];
  const child = spawn(binary, [...words, "--listen", "127.0.0.1:0"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const address = async () => {
    for (;;) {
      const { value, done } = await lines.next();
      assert(!done, "the program ended");
      const found = /http:\S+/.exec(value);
      if (found) return found[0];
    }
  };
  return { child, address };
}

async function judged(page, what) {
  // The policy lets no script in but the page's own. This one comes past it, from the browser's side.
  await page.evaluate(axe);
  const found = await page.evaluate((rules) => window.axe.run(document, { runOnly: { type: "tag", values: rules } }), RULES);
  for (const violation of found.violations) {
    faults.push(`${what}: ${violation.id}: ${violation.help}: ${violation.nodes.map((node) => node.html).join(" ")}`);
  }
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  if (widths[0] > widths[1]) faults.push(`${what}: it is ${widths[0]} wide in a window of ${widths[1]}`);
}

// At every size, light and dark, and as large as 200 % makes it.
async function looked(page, what) {
  for (const [name, [width, height]] of Object.entries(SIZES)) {
    await page.setViewport({ width, height });
    if (screenshots) await page.screenshot({ path: join(screenshots, `${what}-${name}.png`) });
  }
  for (const scheme of ["dark", "light"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await judged(page, `${what}, ${scheme}`);
  }
  await page.setViewport({ width: 400, height: 640 });
  await judged(page, `${what}, 800 wide at 200 %`);
  await page.setViewport({ width: 1280, height: 800 });
}

async function open(browser, address, name) {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(60_000);
  page.on("console", (said) => {
    if (!isOver && ["error", "warn"].includes(said.type())) faults.push(`console: ${said.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`script: ${error}`));
  await page.goto(address);
  if (name === "Ada") await looked(page, "enter");
  await page.type("#name", name);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  return page;
}

// Waits until a page has these words.
async function has(page, words) {
  try {
    await page.waitForFunction((words) => document.body?.innerText.includes(words), {}, words);
  } catch (error) {
    const text = await page.evaluate(() => document.body?.innerText);
    throw new Error(`'${words}' is not there:\n${text}`, { cause: error });
  }
}

async function say(page, sentence) {
  await page.waitForSelector("#say");
  await page.type("#say", sentence);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
}

async function day(browser, served) {
  const page = await open(browser, await served.address(), "Ada");
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

  // The run is seen without a key: the script is told.
  await Promise.all([page.waitForNavigation(), page.click("button.main")]);
  await has(page, "Running: step");
  assert.equal(await page.evaluate(() => document.activeElement.value), "halt", "the stop has the focus");
  await looked(page, "run");
  await page.focus("button.stop");
  await page.keyboard.press("Space");
  await page.waitForSelector("#say");
  await has(page, "stopped");
  await looked(page, "stopped");

  await page.goto(new URL("/robot", page.url()));
  await looked(page, "robot");
  await page.select("#position", "Home");
  await page.select("#tool", "none");
  await page.type("#reason", "I looked");
  await page.click("#looked");
  await Promise.all([page.waitForNavigation(), page.click("main button.main")]);
  await has(page, "That is confirmed.");

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
}

let served;
let browser;
try {
  cellgraph("snapshot", "build", "--from", join(root, "graph-snapshots/demo-cell.apoc.jsonl"), "-o", "demo.cell");
  const place = ["--position", "Home", "--tool", "none", "--operator", "Ada", "--reason", "looked"];
  cellgraph("state", "correct", "--snapshot", "demo.cell", ...place);
  served = serve();
  browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  await day(browser, served);
  const page = await open(browser, await served.address(), "Carol");
  await has(page, "The robot is at");
  isOver = true;
  served.child.kill();
  await has(page, "NO CONNECTION");
} finally {
  await browser?.close();
  served?.child.kill();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of new Set(faults)) console.error(`fault: ${fault}`);
assert.equal(faults.length, 0, "see above");
console.log("the page holds in the browser: no violation at any size, light and dark");
