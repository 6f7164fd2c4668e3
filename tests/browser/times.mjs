// How soon the page is there, and how soon it shows what a run does, in a real browser. These are measurements: nothing is judged.
//
// times.mjs CELLGRAPH [RUNS]      CHROMIUM names the browser where it is not `chromium`.
//
// First paint is the browser's own first-contentful-paint of the cell's page, from the begin of the navigation. An update is late by what
// lies between the journal's time of a step and the browser's drawing of the line that names it; both clocks are this machine's.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const binary = resolve(process.argv[2]);
const runs = Number(process.argv[3] ?? 20);
const folder = mkdtempSync(join(tmpdir(), "cellgraph-times-"));
const cellgraph = (...words) => execFileSync(binary, words, { cwd: folder, stdio: "pipe" });

function row(name, all) {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(0);
  console.log(`${name}: ${sorted.length} times; ms: median ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`);
}

// Asks a page something, again where it loads itself anew meanwhile.
async function asked(page, question) {
  for (;;) {
    try {
      return await page.evaluate(question);
    } catch (error) {
      if (!error.message.includes("context was destroyed")) throw error;
    }
  }
}

// Notes each text of the status line, and when the browser was about to draw it.
function watch() {
  document.addEventListener("DOMContentLoaded", () => {
    const line = document.getElementById("line");
    if (!line) return;
    const note = () => {
      const text = line.textContent;
      requestAnimationFrame(() => {
        const seen = JSON.parse(sessionStorage.getItem("seen") ?? "[]");
        seen.push([text, Date.now()]);
        sessionStorage.setItem("seen", JSON.stringify(seen));
      });
    };
    note();
    new MutationObserver(note).observe(line, { childList: true, characterData: true, subtree: true });
  });
}

cellgraph("snapshot", "build", "--from", join(root, "graph-snapshots/demo-cell.apoc.jsonl"), "-o", "demo.cell");
cellgraph("state", "correct", "--snapshot", "demo.cell", "--position", "Home", "--tool", "none", "--operator", "Ada", "--reason", "looked");
const served = spawn(binary, ["serve", "--snapshot", "demo.cell", "--model", "none", "--driver", "simulator", "--speed", "2", "--listen", "127.0.0.1:0"], { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
let address;
for await (const line of createInterface({ input: served.stderr })) {
  address = /http:\/\/\S+/.exec(line)?.[0];
  if (address) break;
}
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(watch);
  await page.goto(address);
  await page.type("#name", "Ada");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  const origin = new URL(page.url()).origin;
  await page.waitForSelector(".picture svg");

  const paints = [];
  for (let n = 0; n < 5 * runs; n += 1) {
    await page.goto(origin);
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
  }
  row("first contentful paint of the cell's page", paints);

  await page.evaluate(() => sessionStorage.removeItem("seen"));
  for (let n = 0; n < runs; n += 1) {
    await page.waitForSelector("#say");
    await page.type("#say", n % 2 ? "go home" : "go to position 1");
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    await page.waitForSelector("button.main");
    const end = n % 2 ? "The robot is at Home" : "The robot is at Pos_1";
    await Promise.all([page.waitForNavigation(), page.evaluate(() => void setTimeout(() => document.querySelector('button[value^="approve "]').click()))]);
    await page.waitForFunction((end) => document.getElementById("line")?.textContent.startsWith(end), {}, end);
  }
  const seen = JSON.parse(await asked(page, () => sessionStorage.getItem("seen")));
  const history = await asked(page, async () => (await fetch("/history.jsonl")).text());
  const steps = history.trim().split("\n").map((line) => JSON.parse(line)).flatMap((record) => record.steps ?? record.run?.steps ?? []);
  const late = [];
  for (const step of steps) {
    const [begun, over] = [Date.parse(step.started_at), Date.parse(step.finished_at)];
    const shown = seen.find(([text, at]) => at >= begun && text.includes(`${step.number}/`) && text.startsWith("Running: step"));
    // Drawn after its end, it is a step of a later run: this one was over before anybody saw it.
    if (shown && shown[1] < over) late.push(shown[1] - begun);
  }
  row(`a step shown after its entry in the journal, of ${steps.length}`, late);
} finally {
  await browser.close();
  served.kill();
  rmSync(folder, { recursive: true, force: true });
}
