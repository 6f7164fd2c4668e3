// An operator's day at the page, by `make test-web`: the model reads the sentences, and the reference controller has the robot. A command,
// a change of it, the yes; pause, stop now, and what is left of the run; two lies of the controller, and how the operator goes on after
// them; a run repeated, looked back at, and exported; a new layout. axe-core judges the pages that only such a day has.
//
// day.mjs CELLGRAPH [FOLDER-FOR-SCREENSHOTS]      CHROMIUM names the browser where it is not `chromium`.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build, cellgraph, clear, folder, has, launch, looked, open, placed, press, root, say, serve, start, verdict } from "./desk.mjs";

// The rules make nothing of it.
const ORDER = "weld all of them except the middle one, position 2";
const MODEL = join(root, "models/SmolLM2-135M-Instruct.Q4_1.gguf");
const DECLARED = join(root, "examples/controller/declared.yaml");
const shared = join(folder, "robot");

// What is run in the day, the latest first, and how it ends.
const CHANGED = `${ORDER} / skip position 3`;
const LEFT = `${CHANGED} / after run …: do what is left of it`;
const RUNS = [
  ["do that again", "completed"],
  ["inspect position 3 / after run …: do what is left of it", "completed"],
  ["inspect position 3", "failed"],
  [`${LEFT} / after run …: do what is left of it`, "completed"],
  [LEFT, "failed"],
  [CHANGED, "stopped by the operator"],
];

// The controller, with a robot that is told what to do: robot.py says in which words. A word counts when it is printed.
function controller() {
  const child = start("python3", [join(root, "tests/browser/robot.py"), shared], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const tell = async (words) => {
    child.stdin.write(`${words}\n`);
    assert.equal((await lines.next()).value, words, "the controller ended");
  };
  return { tell };
}

// What stands beside a name in the page's list of facts.
function fact(page, name) {
  return page.$$eval("main dt", (names, name) => names.find((dt) => dt.textContent === name)?.nextElementSibling.textContent, name);
}

// The steps of the plan that is shown, by their names.
function planned(page) {
  return page.$$eval("ol.steps > li", (steps) => steps.map((step) => step.firstChild.textContent));
}

// Waits until the status line begins so.
async function stands(page, words) {
  const begins = (words) => document.getElementById("line")?.textContent.startsWith(words);
  try {
    await page.waitForFunction(begins, {}, words);
  } catch (error) {
    throw new Error(`the line is not '${words}': ${await page.evaluate(() => document.body.innerText)}`, { cause: error });
  }
}

async function approve(page) {
  await press(page, "button[value^='approve ']");
}

// Waits until the run that was approved is over, and its outcome is shown.
async function over(page, words) {
  await page.waitForSelector("#say");
  await has(page, words);
}

// Says on the page of the robot where it is.
async function place(page, position, tool, told) {
  await page.goto(new URL("/robot", page.url()));
  await placed(page, position, tool);
  await has(page, told);
}

// Nobody has said where the robot is. The controller agrees with who says it.
async function begun(page) {
  await has(page, "Nothing can be run now: nobody has said where the robot is.");
  await looked(page, "first-start");
  await say(page, "weld at position 1");
  assert.equal(await page.$("#plan"), null, "no plan is shown");
  await place(page, "Home", "none", "The robot is at Home with an empty hand. That is confirmed.");
}

// A command is read and shown, changed in words, approved, paused, and stopped in the middle of a move.
async function stopped(page, robot) {
  await say(page, ORDER);
  assert.equal(await fact(page, "Understood"), "do tack_weld at every work position that supports it except Pos_2");
  assert.equal(await fact(page, "Second reader"), "could not make sense of this", "the model read it, and the rules did not");
  assert.equal((await planned(page)).at(-1), "Tack Weld at Pos_3");
  await looked(page, "review-of-a-robot");
  await page.type("#words", "skip position 3");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  assert.equal(await fact(page, "You said"), CHANGED);
  assert.equal((await planned(page)).at(-1), "Tack Weld at Pos_1");

  await robot.tell("hold tool_attach");
  await approve(page);
  await stands(page, "Running: step 3/8: Attach Welder");
  await press(page, "button[value=pause]");
  await has(page, "pausing after this step");
  await robot.tell("go");
  await stands(page, "Paused, after step 3/8. The robot is at Tool_Weld_Position with Welder");
  await looked(page, "paused");
  await robot.tell("hold Home");
  await press(page, "button[value=resume]");
  await stands(page, "Running: step 5/8: Move to Home");
  assert.equal(await page.evaluate(() => document.activeElement.value), "halt", "the stop has the focus");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  await over(page, "stopped by the operator in the middle of step 5: 4 of 8 steps");
  await stands(page, "NOT confirmed: nobody knows where the robot is.");
  await looked(page, "stopped-in-a-move");
  await has(page, "Nothing can be run now: nobody knows for sure where the robot is");
  await say(page, "go home");
  assert.equal(await page.$("#plan"), null, "no plan is shown");
}

// The robot stands between two places: the page says how it is brought to one, and takes no word for a place that the controller denies.
async function recovered(page, robot) {
  await page.goto(new URL("/robot", page.url()));
  await has(page, "The robot may stand between Tool_Weld_Safe_Position and Home.");
  await looked(page, "robot-between");
  await place(page, "Home", "Welder", "Nothing is confirmed: the controller reports that the robot is at unknown");
  await robot.tell("jog Tool_Weld_Safe_Position Welder");
  await place(page, "Tool_Weld_Safe_Position", "Welder", "Say continue to be shown what is left of it.");
  await looked(page, "confirmed-after-a-stop");
}

// What is left is done, and the controller says that it has welded. It has not: its counter shows that.
async function liedAboutWork(page, robot) {
  await say(page, "continue");
  assert.match(await fact(page, "Corrects"), /stopped by the operator in the middle of step 5/);
  assert.equal((await planned(page)).at(-1), "Tack Weld at Pos_1");
  await looked(page, "review-of-what-is-left");
  await robot.tell("lie tack_weld");
  await approve(page);
  await over(page, "failed at step 4: the controller says that it is done, and that was not seen: nothing changed");
  await stands(page, "NOT confirmed: nobody knows where the robot is.");
  await looked(page, "lied-about-work");
  await press(page, "section[aria-labelledby=outcome] a");
  const [found, why] = await page.$$eval("ol.steps > li", (steps) => [steps.length, steps.at(-1).innerText]);
  assert.equal(found, 4);
  assert.match(why, /^Tack Weld at Pos_1 - failed/);
  await page.$$eval("details", (all) => all.at(-1).toggleAttribute("open"));
  // What the controller reported, and what was seen.
  await has(page, '"verdict": "PASS"');
  await has(page, '"finding": "not_seen"');
  await looked(page, "run-that-failed");

  await place(page, "Pos_1", "Welder", "The latest run failed. Say correct to see what can be done about it.");
  await say(page, "correct");
  await has(page, "Each of these would be a new run, shown first:");
  await looked(page, "what-can-be-done");
  await press(page, "form[action='/choose'] button[value='1']");
  assert.deepEqual(await planned(page), ["Tack Weld at Pos_1"]);
  await has(page, "it may be done, half done or not");
  await approve(page);
  await over(page, "completed: 1 of 1 steps");
}

// The controller says that it has taken the camera. Its flange is empty, and so it says when it is asked.
async function liedAboutTool(page, robot) {
  await say(page, "inspect position 3");
  await robot.tell("lie tool_attach");
  await approve(page);
  await over(page, "failed at step 10: the robot holds 'none', not 'Camera'");
  await looked(page, "lied-about-a-tool");
  await place(page, "Tool_Camera_Position", "Camera", "Nothing is confirmed: the controller reports that the robot is at Tool_Camera_Position");
  await place(page, "Tool_Camera_Position", "none", "The latest run failed.");
  await say(page, "correct");
  await press(page, "form[action='/choose'] button[value='1']");
  await approve(page);
  await over(page, "completed: 6 of 6 steps");
}

// The last run once more, from where the robot is now: the page says what is other than it was then.
async function repeated(page) {
  await say(page, "do that again");
  assert.match(await fact(page, "Understood"), /^again run 5 \(.*, completed\): inspect position 3/);
  await has(page, "then only: steps 1 to 5");
  assert.deepEqual(await planned(page), ["Camera Inspection at Pos_3"]);
  await looked(page, "review-of-a-repetition");
  await approve(page);
  await over(page, "completed: 1 of 1 steps");
}

const without = (ids) => ids.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…");

// The history, its export and the timeline tell the same day, the latest first.
async function lookedBack(page) {
  await page.goto(new URL("/history", page.url()));
  const rows = await page.$$eval("tbody tr", (rows) => rows.map((row) => [2, 3].map((cell) => row.cells[cell].textContent)));
  assert.deepEqual(rows.map(([sentence, ended]) => [without(sentence), ended]), RUNS);
  const saved = await page.evaluate(async () => (await fetch(document.querySelector("a[download]").href)).text());
  const records = saved.trim().split("\n").map((line) => JSON.parse(line));
  const runs = records.filter((record) => record.type === "run").reverse();
  assert.deepEqual(runs.map((run) => without(run.operator_input)), RUNS.map(([sentence]) => sentence));
  assert.deepEqual(runs.map((run) => run.failure === null), RUNS.map(([, ended]) => ended === "completed"));
  assert.deepEqual(runs.map((run) => run.steps.at(-1).state === "completed"), RUNS.map(([, ended]) => ended === "completed"));
  const entries = records.filter((record) => record.type === "journal").length;
  assert.match(cellgraph("history", "check"), new RegExp(`^sound: ${entries} journal entries, 6 runs, `));

  await page.goto(new URL("/timeline", page.url()));
  const events = await page.$$eval("main li", (events) => events.map((event) => [...event.childNodes].slice(1).map((node) => node.textContent).join("")));
  const run = (number) => `Run ${number}: ${RUNS[6 - number][0]}, Ada, ${RUNS[6 - number][1]}`;
  const word = (place) => `Ada says that the robot is at ${place}: I looked`;
  assert.deepEqual(events.map((event) => without(event).trim()), [
    run(6),
    run(5),
    word("Tool_Camera_Position, none"),
    run(4),
    run(3),
    word("Pos_1, Welder"),
    run(2),
    word("Tool_Weld_Safe_Position, Welder"),
    "Ada during the run: stopping now",
    "Ada during the run: going on",
    "Ada during the run: pausing after this step",
    run(1),
    `» ${ORDER} «, changed`,
    word("Home, none"),
    "Ada opened the page",
    "Layout 1 (acf0791fe7c8383a) in force",
  ]);
  await looked(page, "timeline-of-a-day");
}

// The place where the robot stands has another name in a new layout: nothing runs before somebody has looked.
async function laidOut(page, robot) {
  build((exported) => exported.replaceAll("Pos_3", "Bench"));
  await page.goto(new URL("/", page.url()));
  await say(page, "where is the robot?");
  await has(page, "position 'Bench' added");
  await has(page, "Of the plans in the history it would refuse: 3/6");
  await looked(page, "layout-without-its-place");
  await press(page, "form[action='/layout'] button[value=yes]");
  await has(page, "The new layout is in force");
  await has(page, "Nothing can be run now: the position 'Pos_3' is not in the snapshot");
  await robot.tell("jog Bench Camera");
  await place(page, "Bench", "Camera", "The robot is at Bench with Camera. That is confirmed.");
  await say(page, "put the camera back and go home");
  assert.equal((await planned(page)).at(-1), "Move to Home");
  await approve(page);
  await over(page, "completed: ");
  await stands(page, "The robot is at Home with an empty hand");
}

let browser;
try {
  build();
  mkdirSync(shared);
  const robot = controller();
  const served = serve("--model", MODEL, "--driver", "files", "--robot", shared, "--declared", DECLARED);
  browser = await launch();
  const page = await open(browser, await served.address(), "Ada");
  await begun(page);
  await stopped(page, robot);
  await recovered(page, robot);
  await liedAboutWork(page, robot);
  await liedAboutTool(page, robot);
  await repeated(page);
  await lookedBack(page);
  await laidOut(page, robot);
} finally {
  await browser?.close();
  await clear();
}
verdict();
console.log("an operator's day holds in the browser, with the model and a controller that lies");
