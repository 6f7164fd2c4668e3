// A cell's desk in a folder of its own, a browser before it, and axe-core, which judges its pages. In: the program, and where
// screenshots go, as each test of the page is called. Out: what an operator does at a page, and what is found wrong with the pages.
//
// Nothing here waits for a time: whoever waits, waits for words or for a key on the page.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const [binary, screenshots] = process.argv.slice(2).map((path) => resolve(path));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const SIZES = { tablet: [800, 1280], panel: [1280, 800], screen: [1920, 1080] };

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
// The program's current folder. The cell's data are in it.
export const folder = mkdtempSync(join(tmpdir(), "cellgraph-page-"));
const faults = [];
// Where the program is ended: from then on the browser complains that nobody answers there.
const ended = new Set();
// Something is refused on purpose: the browser complains of the status as well.
let isRefused = false;

const children = [];

// Starts a program, which is ended with the folder.
export function start(program, words, options) {
  const child = spawn(program, words, { cwd: folder, ...options });
  children.push([child, new Promise((exited) => child.once("exit", exited))]);
  return child;
}

export function cellgraph(...words) {
  return execFileSync(binary, words, { cwd: folder, stdio: "pipe", encoding: "utf8" });
}

// The demo cell's snapshot, as it is or with other names.
export function build(renamed = (exported) => exported) {
  const exported = readFileSync(join(root, "graph-snapshots/demo-cell.apoc.jsonl"), "utf8");
  writeFileSync(join(folder, "cell.jsonl"), renamed(exported));
  cellgraph("snapshot", "build", "--from", "cell.jsonl", "-o", "demo.cell");
}

// Starts the program, and gives the addresses that it prints, one by one.
export function serve(...more) {
  const words = ["serve", "--snapshot", "demo.cell", "--listen", "127.0.0.1:0", ...more];
  const child = start(binary, words, { stdio: ["ignore", "ignore", "pipe"] });
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const address = async () => {
    for (;;) {
      const { value, done } = await lines.next();
      assert(!done, "the program ended");
      const found = /https?:\/\/[^\s]*[^\s:]/.exec(value);
      if (found) {
        served.origin = new URL(found[0]).origin;
        return found[0];
      }
    }
  };
  const end = () => {
    ended.add(served.origin);
    child.kill();
  };
  const served = { address, end };
  return served;
}

export function launch() {
  return puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    acceptInsecureCerts: true,
  });
}

export async function judged(page, what) {
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
export async function looked(page, what) {
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

// A new session, and what its page complains of. `look` is called before anything is typed.
export async function open(browser, address, name, { pin, look = () => {} } = {}) {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultTimeout(60_000);
  page.on("console", (said) => {
    const isWanted = ended.has(new URL(page.url()).origin) || (isRefused && said.text().includes("the server responded with a status of 4"));
    if (!isWanted && ["error", "warn"].includes(said.type())) faults.push(`console: ${said.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`script: ${error}`));
  await page.goto(address);
  await look(page);
  await page.type("#name", name);
  if (pin) await page.type("#pin", pin);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  return page;
}

// Waits until a page has these words.
export async function has(page, words) {
  try {
    await page.waitForFunction((words) => document.body?.innerText.includes(words), {}, words);
  } catch (error) {
    const text = await page.evaluate(() => document.body?.innerText);
    throw new Error(`'${words}' is not there:\n${text}`, { cause: error });
  }
}

// Waits until something is there, and the page's scripts have run: they put back what was begun, and say what has the focus.
export async function ready(page, selector) {
  await page.waitForFunction((selector) => document.readyState === "complete" && document.querySelector(selector), {}, selector);
}

// Presses something that leads to another page.
export async function press(page, selector) {
  await Promise.all([page.waitForNavigation(), page.click(selector)]);
}

// Does something that is refused, and is told so.
export async function refused(page, act, words) {
  isRefused = true;
  await act();
  await has(page, words);
  isRefused = false;
}

export async function say(page, sentence) {
  await page.waitForSelector("#say");
  await page.type("#say", sentence);
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
}

// Says on the page of the robot where it is, as somebody who has looked.
export async function placed(page, position, tool) {
  await page.select("#position", position);
  await page.select("#tool", tool);
  await page.type("#reason", "I looked");
  await page.click("#looked");
  await press(page, "main button.main");
}

// What was found wrong with the pages, in the end.
export function verdict() {
  for (const fault of new Set(faults)) console.error(`fault: ${fault}`);
  assert.equal(faults.length, 0, "see above");
}

// Ends what was started, and then removes the folder in which it wrote.
export async function clear() {
  for (const [child, exited] of children) {
    child.kill();
    await exited;
  }
  rmSync(folder, { recursive: true, force: true });
}
