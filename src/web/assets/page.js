"use strict";
// Keeps a page up to date. Without it the page shows the same, and is loaded anew by hand.
(() => {
  const body = document.body;
  const address = body.dataset.address;
  if (address === undefined) return;
  // What was begun in a box waits for that box: a sentence is no word to a run. A word to a plan or a run is over with it, and a word to a
  // run with a pause that came after it was begun.
  const kept = (box) => "cellgraph-begun-2-" + box.id;
  const of = (box) => box.dataset.of || "";
  for (const id of ["words", "to-run"]) if (!document.getElementById(id)) sessionStorage.removeItem(kept({ id }));
  const boxes = ["say", "words", "to-run"].map((id) => document.getElementById(id)).filter((box) => box);
  // Nothing takes the focus from the key that stops a run: Enter or space is the stop there. While a plan is made, a line that is typed is no stop.
  const keys = document.querySelector("form.halt");
  const stop = keys && !keys.hidden ? keys.querySelector("button[autofocus]") : null;
  for (const box of boxes) {
    const [begunOf, begun] = JSON.parse(sessionStorage.getItem(kept(box)) || "[null]");
    if (begunOf === of(box)) box.value = begun || box.value;
    sessionStorage.removeItem(kept(box));
    if (box.value && !stop) box.focus();
  }
  if (stop) stop.focus();
  const line = document.getElementById("line");
  const news = new EventSource("/news");
  // What comes of a form is shown by its answer.
  document.addEventListener("submit", () => news.close());
  news.onerror = () => {
    line.textContent = body.dataset.lost;
  };
  news.onmessage = (event) => {
    const now = JSON.parse(event.data);
    if (line.textContent !== now.line) line.textContent = now.line;
    if (address === "/" && String(now.page) !== body.dataset.page) {
      for (const box of boxes) if (box.value) sessionStorage.setItem(kept(box), JSON.stringify([of(box), box.value]));
      news.close();
      location.replace("/");
      return;
    }
    if (keys) keys.hidden = !now.may_halt;
    const lines = document.getElementById("lines");
    if (lines && lines.textContent !== now.lines) {
      lines.textContent = now.lines;
      lines.scrollTop = lines.scrollHeight;
    }
    for (const place of document.querySelectorAll(".picture .here")) place.classList.remove("here", "unsure");
    const here = now.here === null ? null : document.querySelector(".picture .place.p" + now.here);
    if (here) {
      here.classList.add("here");
      here.classList.toggle("unsure", !now.sure);
      // Nothing hides it.
      if (here.nextElementSibling) here.parentNode.append(here);
    }
  };
})();
