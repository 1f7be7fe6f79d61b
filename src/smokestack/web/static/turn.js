// The choice of an answer: on the board, in the action bar, in the list, by mouse, touch or keyboard.
//
// The list of answers, `#answers`, says all there is to choose: an answer names its thing on the
// board (`data-thing`), other things that it concerns (`data-lights`) and its action (`data-kind`).
// A turn may begin anywhere: an action, a card or a stack narrows the answers down, a plot takes one.
const html = document.documentElement;
const page = () => document.getElementById("main");
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const setting = {
  get: (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set: (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Without storage, the setting lasts for this page only.
    }
  },
};
const thingNamed = (name) => document.getElementById(`thing-${name}`);
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const turn = (() => {
  const SEPARATOR = "; ";
  const FEW = new Set(["develop", "sell", "loan"]); // actions whose answers are shown at once
  const coarse = () => matchMedia("(pointer: coarse)").matches;
  const text = (name) => document.getElementById("turn-texts").dataset[name];

  // What is chosen but not sent, until the next decision.
  let chosen = { action: "", card: "", stack: "", addition: "", touched: "" };
  let sale = null; // a sale that waits for its card: the version it is for, and its button's contents
  let version = "";

  // The answers, read once after each update.
  let answers = [];
  let byThing = new Map();
  function read() {
    answers = all("#answers .answer").map((button) => ({
      button,
      thing: button.dataset.thing,
      kind: button.dataset.kind || "",
      lights: (button.dataset.lights || "").split(" ").filter(Boolean),
      unusual: button.hasAttribute("data-unusual"),
      addition: button.dataset.then || "",
    }));
    byThing = new Map();
    for (const answer of answers) {
      const things = answer.kind === "sell" ? [answer.thing, ...answer.lights] : [answer.thing];
      for (const thing of things.filter(Boolean)) byThing.set(thing, [...(byThing.get(thing) || []), answer]);
    }
  }
  const answersOf = (thing) => byThing.get(thing) || [];
  const isAction = () => Boolean(document.querySelector("#main .actions"));
  const unusualOn = () => Boolean(document.getElementById("unusual")?.checked);
  const needsCard = (answer) => answer.kind === "build" && !answer.unusual;
  const allowsCard = (answer) => !chosen.card || !needsCard(answer) || answer.lights.includes(chosen.card);
  function matches(answer) {
    if (chosen.action && answer.kind !== chosen.action) return false;
    if (chosen.stack && !answer.lights.includes(chosen.stack)) return false;
    return true;
  }

  // How a thing looks: possible, possible with another card, with two cards only, or not looked for.
  function availability(found) {
    const some = found.filter(matches);
    const usual = some.filter((answer) => !answer.unusual);
    if (usual.some(allowsCard)) return "";
    if (usual.length) return "other";
    return some.length && unusualOn() ? "two" : "off";
  }
  function mark() {
    for (const thing of all("#stage .thing:is(.open, .start)")) {
      const name = thing.dataset.thing;
      const found = answersOf(name);
      const kind = found.length && isAction() ? availability(found) : "";
      for (const each of ["other", "two", "off"]) thing.classList.toggle(each, kind === each);
      thing.classList.toggle("ready", found.length > 0 && !kind && thing.classList.contains("start"));
      const isChosen = [chosen.card, chosen.stack].includes(name) || found.some((answer) => answer.addition && answer.addition === chosen.addition);
      thing.classList.toggle("chosen", isChosen);
    }
    for (const button of all("#main .actions [data-action]")) button.setAttribute("aria-pressed", String(button.dataset.action === chosen.action));
    for (const answer of answers) {
      const fits = matches(answer) && allowsCard(answer);
      const direct = FEW.has(chosen.action) || (chosen.stack && answer.kind === "develop");
      answer.button.classList.toggle("shown", Boolean(isAction() && fits && direct));
      answer.button.classList.toggle("off", isAction() && !fits);
      if (answer.addition) answer.button.setAttribute("aria-pressed", String(answer.addition === chosen.addition));
    }
    showChosen();
  }
  // What has been chosen so far, with a button to clear it.
  function showChosen() {
    const line = document.getElementById("chosen");
    if (!line) return;
    line.replaceChildren();
    const name = (thing) => thingNamed(thing)?.querySelector("title")?.textContent || "";
    if (sale?.version === page().dataset.version) {
      line.append(...sale.contents.map((node) => node.cloneNode(true)), ` ${text("sale")}`);
      return;
    }
    if (!chosen.card && !chosen.stack) return;
    if (chosen.card) line.append(text("card").replace("{name}", name(chosen.card)), " ");
    if (chosen.stack) line.append(text("stack").replace("{name}", name(chosen.stack)), " ");
    const clear = document.createElement("button");
    clear.type = "button";
    clear.className = "quiet";
    clear.textContent = text("clear");
    clear.addEventListener("click", () => select({ card: "", stack: "" }));
    line.append(clear);
  }
  function select(change) {
    Object.assign(chosen, change);
    chosen.touched = "";
    closeMenu();
    showTab("prompt");
    show([]);
    mark();
    showRelevant();
  }
  // What matters now: what can be chosen; while a card is chosen, what it is for; else what changed.
  function relevantThings() {
    const here = (selector) => all(`#part-board ${selector}`);
    if (!page().hasAttribute("data-my-turn")) return here(".pending, .recent");
    const open = here(".thing:is(.open:not(.off, .other), .ready)");
    if (open.length) return open;
    const pending = here(".pending");
    return pending.length ? pending : here(".thing:is(.open, .start):not(.off)");
  }
  function showRelevant() {
    const { action, card, stack } = chosen;
    const replayed = page().dataset.number || page().dataset.past;
    board.attend([page().dataset.version, replayed, action, card, stack].join(), relevantThings);
  }

  // Highlights and previews
  function highlight(found) {
    for (const lit of all(".lit")) lit.classList.remove("lit");
    for (const { button, thing, lights } of found) {
      button.classList.add("lit");
      for (const name of [thing, ...lights].filter(Boolean)) thingNamed(name)?.classList.add("lit");
    }
  }
  function preview(found, confirm = false) {
    const box = document.getElementById("preview");
    if (!box) return;
    box.replaceChildren();
    box.classList.remove("floating");
    for (const answer of found) {
      const part = document.createElement(confirm ? "button" : "span");
      part.append(...[...answer.button.childNodes].map((node) => node.cloneNode(true)));
      if (confirm) {
        part.type = "button";
        part.className = "answer plain confirms";
        part.addEventListener("click", () => give(answer));
      }
      box.append(part);
    }
  }
  function show(found, thing = null) {
    highlight(found);
    preview(found);
    float(thing);
  }
  // Where there is a mouse and room, a preview stands beside what it is about.
  function float(thing) {
    const box = document.getElementById("preview");
    const floats = Boolean(thing && box?.hasChildNodes() && matchMedia("(min-width: 80rem) and (hover: hover)").matches && document.querySelector(".in-parts"));
    box?.classList.toggle("floating", floats);
    if (!floats) return;
    const target = thing.getBoundingClientRect();
    const after = target.right + 14 + box.offsetWidth < innerWidth;
    const top = Math.min(target.top, innerHeight - box.offsetHeight - 12);
    box.style.left = `${after ? target.right + 14 : target.left - box.offsetWidth - 14}px`;
    box.style.top = `${Math.max(60, top)}px`;
  }
  const offered = (thing) => {
    const found = answersOf(thing);
    const fitting = found.filter((answer) => matches(answer) && allowsCard(answer) && (!answer.unusual || unusualOn()));
    const usual = fitting.filter((answer) => !answer.unusual);
    if (usual.length) return usual;
    if (fitting.length) return fitting;
    return found.filter((answer) => matches(answer) && !answer.unusual);
  };

  // Giving an answer
  function valueOf(answer) {
    const [first, ...then] = answer.button.value.split(SEPARATOR);
    if (answer.kind && chosen.card && allowsCard(answer)) {
      return [first, `discard ${chosen.card.slice("card-".length)}`, ...then].join(SEPARATOR);
    }
    if (!answer.kind && chosen.addition) return [first, chosen.addition].join(SEPARATOR);
    if (!answer.kind && sale?.version === page().dataset.version) return [first, sale.answer].join(SEPARATOR);
    return answer.button.value;
  }
  function give(answer) {
    closeMenu();
    if (answer.addition) {
      chosen.addition = chosen.addition === answer.addition ? "" : answer.addition;
      show(chosen.addition ? [answer] : []);
      mark();
      return;
    }
    const value = valueOf(answer);
    const whole = answer.kind && value !== answer.button.value;
    const reveals = answer.button.dataset.reveals || (whole && answer.button.dataset.ends) || "";
    const label = answer.button.querySelector(".label").textContent;
    const go = () => submit(answer, value);
    if (answer.unusual) ask("unusual", label, false, go);
    else if (reveals && setting.get("ask") !== "no") ask(reveals, label, true, go);
    else go();
  }
  function submit(answer, value) {
    const { button } = answer;
    const { form } = button;
    if (live.isHolding()) live.remind();
    if (!form || form.dataset.sent || live.isHolding()) return;
    form.dataset.sent = "yes";
    const then = answer.button.value.split(SEPARATOR)[1];
    if (answer.kind === "sell" && then && !chosen.card) {
      const contents = [...button.querySelectorAll(".label")];
      sale = { version: String(Number(page().dataset.version) + 1), answer: then, contents };
    }
    const old = button.value;
    button.value = value;
    form.requestSubmit(button);
    button.value = old;
  }
  function ask(what, choice, mayStop, go) {
    const dialog = document.getElementById("confirm");
    const never = document.getElementById("confirm-never");
    const yes = document.getElementById("confirm-yes");
    document.getElementById("confirm-text").textContent = document.getElementById("confirm-text").dataset[what];
    document.getElementById("confirm-choice").textContent = choice;
    yes.textContent = yes.dataset[what] || yes.dataset.text;
    never.closest("label").hidden = !mayStop;
    dialog.onclose = () => {
      if (mayStop && never.checked) setting.set("ask", "no");
      if (dialog.returnValue === "yes") go();
      else goBack();
      dialog.returnValue = "";
    };
    dialog.showModal();
  }
  function choose(thing, event) {
    if (isAction() && thing.startsWith("card-")) {
      select({ card: chosen.card === thing ? "" : thing });
      return true;
    }
    if (isAction() && thing.startsWith("stack-")) {
      select({ stack: chosen.stack === thing ? "" : thing, action: "" });
      return true;
    }
    const found = offered(thing);
    if (!found.length) return false;
    if (!found.some(allowsCard)) chosen.card = ""; // it was a plot for another card
    const touch = event.pointerType === "touch" || (event.detail && coarse());
    const sure = found.length === 1 && (chosen.touched === thing || thing.startsWith("card-") || found[0].addition);
    if (touch && !sure) {
      chosen.touched = thing;
      mark();
      highlight(found);
      preview(found, true);
      showTab("prompt");
    } else if (found.length === 1) {
      give(found[0]);
    } else {
      openMenu(found, event);
    }
    return true;
  }
  function openMenu(found, event) {
    const menu = document.getElementById("menu");
    menu.replaceChildren();
    for (const answer of found) {
      const item = document.createElement("button");
      item.type = "button";
      item.className = "answer";
      item.append(...[...answer.button.childNodes].map((node) => node.cloneNode(true)));
      item.addEventListener("click", () => give(answer));
      item.addEventListener("pointerenter", () => show([answer]));
      item.addEventListener("focus", () => show([answer]));
      menu.append(item);
    }
    menu.hidden = false;
    const box = event.target.getBoundingClientRect();
    const left = event.clientX || box.right;
    const top = event.clientY || box.bottom;
    menu.style.left = `${Math.max(8, Math.min(left, innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(top, innerHeight - menu.offsetHeight - 8))}px`;
    menu.querySelector("button").focus();
  }
  function closeMenu() {
    const menu = document.getElementById("menu");
    if (menu) menu.hidden = true;
  }
  const answerOf = (button) => answers.find((answer) => answer.button === button);
  const answerFor = (notation) => answers.find(({ button }) => button.value === notation || button.value.startsWith(notation + SEPARATOR));

  // A hint shows on the board what it is about, and can be played from there.
  function showHint(button) {
    const answer = answerFor(button.dataset.hint);
    if (!answer) return;
    select({ action: "", card: "", stack: "" });
    const thing = thingNamed(answer.thing);
    if (thing) board.show(thing);
    chosen.touched = answer.thing || "hint";
    highlight([answer]);
    preview([answer], true);
  }

  document.addEventListener("click", (event) => {
    const thing = event.target.closest?.("[data-thing].thing");
    if (thing) {
      if (board.wasDragged()) return;
      if (!choose(thing.dataset.thing, event)) inspect(thing.dataset.thing);
      return;
    }
    const button = event.target.closest?.("#main button");
    if (button?.dataset.action) {
      const answer = answers.filter(({ kind }) => kind === button.dataset.action);
      if (answer.length === 1 && answer[0].thing === "") give(answer[0]);
      else select({ action: chosen.action === button.dataset.action ? "" : button.dataset.action, stack: "" });
    } else if (button?.dataset.give) {
      give(answerFor(button.dataset.give));
    } else if (button?.dataset.hint) {
      showHint(button);
    } else if (button?.closest("#answers") && answerOf(button)) {
      event.preventDefault();
      if (!event.detail) resume = { list: true };
      if (!button.form.dataset.sent) give(answerOf(button));
      return;
    } else if (button?.closest("form[action$='/resign']")) {
      event.preventDefault();
      ask("resign", "", false, () => {
        showTab("prompt");
        button.form.requestSubmit();
      });
    }
    if (!event.target.closest?.("#menu")) closeMenu();
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "unusual") select({});
  });
  document.addEventListener("pointerover", (event) => {
    const target = event.target.closest?.(".thing:is(.open, .start), #main button");
    if (event.pointerType === "touch") return;
    if (target?.dataset.hint) highlight([answerFor(target.dataset.hint)].filter(Boolean));
    else if (chosen.touched && !target?.matches(".thing")) return;
    else if (target?.dataset.give) show([answerFor(target.dataset.give)], target);
    else if (target?.matches(".thing")) show(offered(target.dataset.thing), target);
    else if (target && answerOf(target)) highlight([answerOf(target)]); // it tells itself what it costs and brings
    else if (!event.target.closest?.("#menu, #preview")) clearPreview();
  });
  // Nothing is pointed at: what was touched or added stays visible.
  function clearPreview() {
    if (chosen.touched) return;
    const added = answers.filter((answer) => answer.addition && answer.addition === chosen.addition);
    if (added.length || document.querySelector(".lit, #preview > *")) show(added);
  }
  // A finger also focuses what it touches. A preview would then move the board away under it.
  let touched = false;
  document.addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch"));
  document.addEventListener("keydown", () => (touched = false));
  document.addEventListener("focusin", (event) => {
    if (touched) return;
    const thing = event.target.closest?.(".thing:is(.open, .start)");
    const button = event.target.closest?.("#answers .answer");
    if (thing) {
      board.show(thing);
      show(offered(thing.dataset.thing), thing);
    } else if (button && answerOf(button)) highlight([answerOf(button)]);
  });

  // Keyboard
  const moving = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const thing = event.target.closest?.(".thing:is(.open, .start)");
    if (thing && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      const box = thing.getBoundingClientRect();
      resume = { spot: middle(thing) };
      choose(thing.dataset.thing, { target: thing, clientX: box.right, clientY: box.bottom });
    } else if (thing && moving[event.key]) {
      event.preventDefault();
      nextThing(thing, ...moving[event.key])?.focus();
    } else if (thing && event.key === "i") {
      inspect(thing.dataset.thing);
    } else if (event.key === "Escape") {
      closeMenu();
      if (chosen.action || chosen.card || chosen.stack || chosen.touched) select({ action: "", card: "", stack: "" });
      goBack();
      const about = document.getElementById("about");
      if (about) about.hidden = true;
    } else if (event.key === "u") {
      document.getElementById("undo")?.click();
    } else if (event.key === "h") {
      document.getElementById("hint")?.click();
    } else if (event.key === "l") {
      toggleList();
      document.querySelector("#answers .answer")?.focus();
    }
  });
  // The nearest open thing in a direction; distance to the side counts double.
  function nextThing(from, x, y) {
    const [startX, startY] = middle(from);
    let best = null;
    let least = Infinity;
    for (const other of all("#stage .thing:is(.open, .start):not(.off)")) {
      const [otherX, otherY] = middle(other);
      const ahead = (otherX - startX) * x + (otherY - startY) * y;
      const aside = Math.abs((otherX - startX) * y) + Math.abs((otherY - startY) * x);
      if (other !== from && ahead > 1 && ahead + 2 * aside < least) {
        best = other;
        least = ahead + 2 * aside;
      }
    }
    return best;
  }
  // After an answer by keyboard, the focus returns to the same place, at once or at the next turn.
  let resume = null; // the spot on the board, or the list, until the focus is back or elsewhere
  function goBack() {
    if (!resume || !page().hasAttribute("data-my-turn")) return;
    const focused = document.activeElement;
    const seen = focused !== document.body && focused.checkVisibility();
    if (seen && focused.closest("#menu, #confirm")) return;
    const lost = !seen || focused.matches("#stage .thing:not(.open, .start)");
    const far = (thing) => Math.hypot(...middle(thing).map((value, axis) => value - resume.spot[axis]));
    const things = all("#stage .thing.open:not(.off)");
    if (resume.spot) things.sort((one, other) => far(one) - far(other));
    const answer = all("#answers .answer").find((button) => button.checkVisibility());
    if (lost) (resume.list ? answer || things[0] : things[0] || answer)?.focus();
    resume = null;
  }
  document.addEventListener("pointerdown", () => (resume = null));
  document.addEventListener("focusin", (event) => {
    if (!event.target.closest("#stage, #menu, #confirm, #answers")) resume = null;
  });

  function toggleList() {
    html.classList.toggle("list-open");
    setting.set("list", html.classList.contains("list-open") ? "open" : "closed");
  }
  const wide = innerWidth >= 1024 && !document.querySelector(".in-parts");
  if ((setting.get("list") || (wide ? "open" : "closed")) === "open") html.classList.add("list-open");

  return {
    toggleList,
    goBack,
    showRelevant, // after `settle`
    // After each update of the page
    settle() {
      const now = page().dataset.version || "";
      if (now !== version) {
        chosen = { action: "", card: "", stack: "", addition: "", touched: "" };
        version = now;
        preview([]);
      }
      read();
      for (const thing of all("#stage .thing.open")) {
        const found = answersOf(thing.dataset.thing);
        if (!found.length) continue;
        const what = thing.querySelector("title").textContent;
        const told = found.map(({ button }) => button.textContent.replace(/\s+/g, " ").trim());
        thing.setAttribute("aria-label", `${what}: ${told.join("; ")}`);
      }
      mark();
      if (chosen.touched) highlight(answersOf(chosen.touched));
    },
  };
})();
