"use strict";
// Offers completions while a line is typed. What is taken changes the line, and nothing else: nothing is sent by it. Without this script
// the box is a box.
(() => {
  // An address has an end (WEB_TARGET_BYTES_MAX).
  const SENT_MAX = 400;

  // The last words of what was typed, as many as an address takes.
  const tail = (typed) => {
    let from = 0;
    while (encodeURIComponent(typed.slice(from)).length > SENT_MAX) {
      const next = /\S\s+(?=\S)/.exec(typed.slice(from));
      if (!next) return null;
      from += next.index + next[0].length;
    }
    return from;
  };

  const attach = (box) => {
    const list = document.createElement("ul");
    list.id = box.id + "-completions";
    list.className = "completions";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", box.dataset.complete);
    list.hidden = true;
    const told = document.createElement("p");
    told.className = "unseen";
    told.setAttribute("role", "status");
    box.after(list, told);
    box.setAttribute("role", "combobox");
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-controls", list.id);
    box.setAttribute("aria-expanded", "false");

    let fits = [];
    let chosen = -1;
    // What the list is about.
    let about = "";
    let isAsking = false;
    let isWanted = false;

    const close = () => {
      list.hidden = true;
      list.replaceChildren();
      fits = [];
      chosen = -1;
      told.textContent = "";
      box.setAttribute("aria-expanded", "false");
      box.removeAttribute("aria-activedescendant");
    };

    const choose = (place) => {
      chosen = place;
      for (const [at, item] of [...list.children].entries()) item.setAttribute("aria-selected", String(at === place));
      if (place < 0) box.removeAttribute("aria-activedescendant");
      else {
        box.setAttribute("aria-activedescendant", list.children[place].id);
        list.children[place].scrollIntoView({ block: "nearest" });
      }
    };

    const take = (place) => {
      const { start, text } = fits[place];
      const rest = box.value.slice(about.length);
      const isThat = box.value.startsWith(about);
      close();
      if (!isThat) return;
      box.value = about.slice(0, start) + text + rest;
      box.setSelectionRange(start + text.length, start + text.length);
      box.focus();
    };

    const show = (typed, found) => {
      close();
      if (!found.length) return;
      about = typed;
      fits = found;
      for (const [place, fit] of found.entries()) {
        const item = document.createElement("li");
        item.id = list.id + place;
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", "false");
        item.textContent = fit.text;
        item.addEventListener("click", () => take(place));
        list.append(item);
      }
      list.hidden = false;
      box.setAttribute("aria-expanded", "true");
      told.textContent = `${box.dataset.complete}: ${found.length}`;
    };

    const typed = () => box.value.slice(0, box.selectionStart ?? box.value.length);
    // In the middle of a word, what is taken would be joined to the rest of it.
    const isWithinWord = () => /^\S/.test(box.value.slice(typed().length));

    // One question at a time; of several that come meanwhile, the last.
    const ask = async () => {
      if (isAsking) {
        isWanted = true;
        return;
      }
      isAsking = true;
      do {
        isWanted = false;
        const asked = typed();
        const from = tail(asked);
        let found = [];
        if (from !== null && asked.trim() && !isWithinWord()) {
          try {
            const answer = await fetch("/complete?typed=" + encodeURIComponent(asked.slice(from)), { redirect: "error" });
            if (answer.ok) found = (await answer.json()).fits;
          } catch {
            // Whoever has no session any more, or no program, has no completions.
          }
        }
        // Only for what stands there still, and somebody still types.
        if (asked !== typed() || document.activeElement !== box) close();
        // What is shown already stays, and with it what was chosen.
        else if (list.hidden || about !== asked) show(asked, found.map((fit) => ({ start: from + fit.start, text: fit.text })));
      } while (isWanted);
      isAsking = false;
    };

    box.addEventListener("input", (event) => {
      close();
      if (!event.isComposing) ask();
    });
    box.addEventListener("compositionend", ask);
    box.addEventListener("blur", close);
    // The box keeps the focus while the list is touched.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("mousedown", (event) => event.preventDefault());
    box.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (list.hidden) {
        if (event.key === "ArrowDown") {
          event.preventDefault();
          ask();
        }
        return;
      }
      const last = fits.length - 1;
      switch (event.key) {
        case "ArrowDown":
          choose(chosen === last ? -1 : chosen + 1);
          break;
        case "ArrowUp":
          choose(chosen < 0 ? last : chosen - 1);
          break;
        case "Escape":
          close();
          break;
        case "Enter":
          // With nothing chosen the line is sent as it is.
          if (chosen < 0) return;
          take(chosen);
          break;
        case "ArrowLeft":
        case "ArrowRight":
        case "Home":
        case "End":
        case "Tab":
          close();
          return;
        default:
          return;
      }
      event.preventDefault();
    });
    // What is sent is what stands there.
    box.form.addEventListener("submit", close);
  };

  for (const box of document.querySelectorAll("input[data-complete]")) attach(box);
})();
