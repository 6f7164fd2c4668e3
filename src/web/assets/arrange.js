"use strict";
// Lets somebody drag the places and tools of the picture, or move them by keys. What is arranged stands in the form's boxes, and is sent with
// the form alone. The lines are drawn as the program draws them (src/picture/arranged.rs). Without this script the boxes are filled by hand.
(() => {
  const form = document.getElementById("arrange");
  const svg = document.querySelector("#board svg");
  if (!form || !svg) return;
  const board = document.getElementById("board");
  const drawn = svg.querySelector("g.drawn");
  const legend = svg.querySelector("g.legend");
  const told = document.getElementById("moved");
  const chosenBox = document.getElementById("chosen");
  const STEP = 10;
  const MARGIN = 80;
  const LEGEND = 66;
  const FAR = 2_000_000;
  const CLEAR = 4;
  const BOWS = [0, 40, -40, 80, -80, 120, -120, 160, -160, 220, -220, 300, -300];
  const SAMPLES = 24;
  const KEPT = "cellgraph-arranged";

  // Places and tools: where each was drawn, how large it is, and where it is now.
  const things = new Map();
  for (const group of drawn.querySelectorAll("g.place, g.tool")) {
    const [, field] = /\b([pt]\d+)\b/.exec(group.getAttribute("class"));
    const shape = group.querySelector("rect, ellipse");
    const number = (name) => Number(shape.getAttribute(name));
    const isRound = shape.tagName === "ellipse";
    const half = isRound ? { x: number("rx"), y: number("ry") } : { x: number("width") / 2, y: number("height") / 2 };
    const from = isRound ? { x: number("cx"), y: number("cy") } : { x: number("x") + half.x, y: number("y") + half.y };
    const box = form.elements[field];
    // All that is written on it.
    const name = [...group.querySelectorAll("text")].map((text) => text.textContent).join(" ");
    things.set(field, { group, box, name, half, isRound, from, at: { x: Math.round(from.x), y: Math.round(from.y) } });
    group.setAttribute("tabindex", "0");
    group.setAttribute("role", "button");
  }
  const all = [...things.values()];
  const lines = [];
  for (const group of drawn.querySelectorAll("g.move, g.stand")) {
    const [, from, to] = /\b(p\d+)-([pt]\d+)\b/.exec(group.getAttribute("class"));
    lines.push({ path: group.querySelector("path"), from: things.get(from), to: things.get(to) });
  }

  const border = (thing, towards) => {
    const x = towards.x - thing.at.x;
    const y = towards.y - thing.at.y;
    const part = thing.isRound ? 1 / Math.hypot(x / thing.half.x, y / thing.half.y) : Math.min(thing.half.x / Math.abs(x), thing.half.y / Math.abs(y));
    return Number.isFinite(part) ? { x: thing.at.x + x * part, y: thing.at.y + y * part } : thing.at;
  };
  const bowed = ({ from, to }, bow) => {
    const x = to.at.x - from.at.x;
    const y = to.at.y - from.at.y;
    const length = Math.hypot(x, y);
    const aside = length > 0 ? { x: (-y * bow) / length, y: (x * bow) / length } : { x: 0, y: 0 };
    const over = { x: from.at.x + x / 2 + aside.x, y: from.at.y + y / 2 + aside.y };
    const [start, end] = [border(from, over), border(to, over)];
    const control = (part) => ({ x: start.x + (end.x - start.x) * part + aside.x, y: start.y + (end.y - start.y) * part + aside.y });
    return [start, control(1 / 3), control(2 / 3), end];
  };
  const on = ([start, first, second, end], part) => {
    const rest = 1 - part;
    const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3];
    return { x: start.x * a + first.x * b + second.x * c + end.x * d, y: start.y * a + first.y * b + second.y * c + end.y * d };
  };
  const hits = (curve, line) => {
    // A curve stays within the box around its four points.
    const [xs, ys] = [curve.map((point) => point.x), curve.map((point) => point.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const isNear = ({ at, half }) =>
      left < at.x + half.x + CLEAR && at.x - half.x - CLEAR < right && top < at.y + half.y + CLEAR && at.y - half.y - CLEAR < bottom;
    const near = all.filter((thing) => isNear(thing) && thing !== line.from && thing !== line.to);
    if (!near.length) return 0;
    const points = Array.from({ length: SAMPLES + 1 }, (_, place) => on(curve, place / SAMPLES));
    const has = (other, point) => Math.abs(point.x - other.at.x) < other.half.x + CLEAR && Math.abs(point.y - other.at.y) < other.half.y + CLEAR;
    return near.filter((other) => points.some((point) => has(other, point))).length;
  };
  const drawLine = (line) => {
    let best = null;
    for (const bow of BOWS) {
      const curve = bowed(line, bow);
      const count = hits(curve, line);
      if (!best || count < best.count) best = { count, curve };
      if (!count) break;
    }
    const [start, first, second, end] = best.curve.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`);
    const way = `M ${start} C ${first}, ${second}, ${end}`;
    if (line.path.getAttribute("d") !== way) line.path.setAttribute("d", way);
  };

  const tell = (thing) => {
    const words = `${thing.name}: ${thing.at.x} ${thing.at.y}`;
    thing.group.setAttribute("aria-label", words);
    return words;
  };
  let isChanged = false;
  const put = (thing, x, y) => {
    const near = (number) => Math.max(-FAR, Math.min(FAR, Math.round(number)));
    const before = thing.at;
    thing.at = { x: near(x), y: near(y) };
    if (before.x === thing.at.x && before.y === thing.at.y) return;
    isChanged = true;
    thing.box.value = `${thing.at.x} ${thing.at.y}`;
    thing.group.setAttribute("transform", `translate(${thing.at.x - thing.from.x} ${thing.at.y - thing.from.y})`);
    tell(thing);
    for (const line of lines) if (line.from === thing || line.to === thing) drawLine(line);
  };

  // Room for everything, and around it. What is seen stays where it is.
  let left = null;
  let top = null;
  const fit = () => {
    const base = drawn.transform.baseVal.consolidate().matrix;
    // Lines may be bowed beyond what they lead to.
    const box = drawn.getBBox();
    const x = Math.floor(box.x + base.e - MARGIN);
    const y = Math.floor(box.y + base.f - MARGIN - LEGEND);
    const width = Math.ceil(Math.max(box.x + box.width + base.e + MARGIN - x, legend.getBBox().width + 2 * 20));
    const height = Math.ceil(box.y + box.height + base.f + MARGIN - y);
    svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    const ground = svg.querySelector("rect");
    for (const [name, value] of Object.entries({ x, y, width, height })) ground.setAttribute(name, value);
    legend.setAttribute("transform", `translate(${x + 20} ${y + 20})`);
    if (left !== null) {
      board.scrollLeft += left - x;
      board.scrollTop += top - y;
    }
    [left, top] = [x, y];
  };
  const settle = () => {
    if (isChanged) lines.forEach(drawLine);
    fit();
  };

  let chosen = null;
  const choose = (thing) => {
    if (chosen) chosen.group.setAttribute("aria-pressed", "false");
    chosen = thing;
    chosen.group.setAttribute("aria-pressed", "true");
    chosenBox.value = chosen.box.id;
  };
  const move = (thing, x, y) => {
    choose(thing);
    put(thing, thing.at.x + x, thing.at.y + y);
    told.textContent = tell(thing);
    fit();
  };

  // Mouse, pen and finger.
  let grabbed = null;
  const point = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(drawn.getScreenCTM().inverse());
  const letGo = (isLeft) => {
    if (!grabbed) return;
    const { thing, before } = grabbed;
    grabbed = null;
    if (isLeft) put(thing, before.x, before.y);
    told.textContent = tell(thing);
    settle();
  };
  for (const thing of things.values()) {
    thing.group.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || grabbed) return;
      thing.group.focus({ preventScroll: true });
      choose(thing);
      const at = point(event);
      grabbed = { thing, pointer: event.pointerId, before: thing.at, x: at.x - thing.at.x, y: at.y - thing.at.y, isFar: false };
      thing.group.setPointerCapture(event.pointerId);
    });
    // A finger on a place drags it, and scrolls nothing.
    thing.group.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    thing.group.addEventListener("pointermove", (event) => {
      if (!grabbed || grabbed.pointer !== event.pointerId) return;
      const at = point(event);
      const [x, y] = [at.x - grabbed.x, at.y - grabbed.y];
      grabbed.isFar ||= Math.hypot(x - grabbed.before.x, y - grabbed.before.y) > 4;
      if (grabbed.isFar) put(thing, Math.round(x / STEP) * STEP, Math.round(y / STEP) * STEP);
    });
    thing.group.addEventListener("pointerup", () => letGo(false));
    thing.group.addEventListener("pointercancel", () => letGo(true));
    thing.group.addEventListener("focus", () => choose(thing));
    thing.group.addEventListener("keydown", (event) => {
      const step = event.shiftKey ? 1 : STEP;
      const ways = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
      const way = ways[event.key];
      // The other lines make way when the key is let go.
      if (way) move(thing, ...way);
      else if (event.key === "Enter" || event.key === " ") choose(thing);
      else return;
      event.preventDefault();
    });
    thing.group.addEventListener("keyup", settle);
    thing.box.addEventListener("change", () => {
      const found = /^ *(-?\d{1,7})[ ,;]+(-?\d{1,7}) *$/.exec(thing.box.value);
      isChanged = true;
      if (!found) return;
      put(thing, Number(found[1]), Number(found[2]));
      settle();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") letGo(true);
  });
  chosenBox.addEventListener("change", () => choose(things.get(chosenBox.value)));
  for (const key of document.querySelectorAll("#movers button[type=button]")) {
    key.addEventListener("click", () => {
      move(things.get(chosenBox.value), Number(key.dataset.x), Number(key.dataset.y));
      settle();
    });
  }

  // What was refused, for a plan waited, is there again; what was saved meanwhile by somebody else is not overwritten.
  const shown = () => form.elements.layout.value + form.elements.arrangement.value;
  const kept = JSON.parse(sessionStorage.getItem(KEPT) || "null");
  sessionStorage.removeItem(KEPT);
  for (const thing of things.values()) {
    thing.group.setAttribute("aria-pressed", "false");
    tell(thing);
  }
  if (kept && kept.shown === shown()) for (const [field, x, y] of kept.spots) put(things.get(field), x, y);
  let isSent = false;
  for (const sent of document.forms) {
    sent.addEventListener("submit", () => {
      isSent = true;
    });
  }
  form.addEventListener("submit", () => {
    const spots = [...things].map(([field, thing]) => [field, thing.at.x, thing.at.y]);
    sessionStorage.setItem(KEPT, JSON.stringify({ shown: shown(), spots }));
  });
  window.addEventListener("beforeunload", (event) => {
    if (isChanged && !isSent) event.preventDefault();
  });

  document.getElementById("movers").hidden = false;
  choose(things.get(chosenBox.value));
  settle();
})();
