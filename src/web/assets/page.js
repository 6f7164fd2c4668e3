"use strict";
// Keeps a page up to date. Without it the page shows the same, and is loaded anew by hand.
(() => {
  const body = document.body;
  const address = body.dataset.address;
  if (!address) return;
  const box = document.getElementById("say") || document.getElementById("words");
  const kept = "cellgraph-begun";
  if (box) {
    box.value = sessionStorage.getItem(kept) || box.value;
    sessionStorage.removeItem(kept);
    if (box.value) box.focus();
  }
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
    if (address !== "/") return;
    if (String(now.page) !== body.dataset.page) {
      if (box && box.value) sessionStorage.setItem(kept, box.value);
      news.close();
      location.replace("/");
      return;
    }
    const lines = document.getElementById("lines");
    if (lines && lines.textContent !== now.lines) {
      lines.textContent = now.lines;
      lines.scrollTop = lines.scrollHeight;
    }
    for (const place of document.querySelectorAll(".picture .here")) place.classList.remove("here");
    if (now.here !== null) {
      const here = document.querySelector(".picture .place.p" + now.here);
      if (here) here.classList.add("here");
    }
  };
})();
