// The choice of an answer: on the board, in the action bar or in the list.
//
// A turn may begin anywhere: an action, a card (a thing with `data-card`, the answer that gives it) or a
// filter (a thing with `data-filter`) narrows the answers down, a plot takes one.
// `answers.js` has the answers, `preview.js` their previews, `turn_dialogs.js` the menu and the question
// before an answer, `keyboard.js` the keys.
const turn = (() => {
  const { chosen, SEPARATOR } = answers;
  const coarse = () => matchMedia("(pointer: coarse)").matches;
  const text = (name) => document.getElementById("turn-texts").dataset[name];
  const isAction = () => Boolean(document.querySelector("#main .actions"));

  let rest = null; // of an answer that waits for its card: the version it is for, and its button's contents
  let version = "";

  function mark() {
    for (const thing of all("#stage .thing:is(.open, .start)")) {
      const name = thing.dataset.thing;
      const found = answers.ofThing(name);
      const kind = found.length && isAction() ? answers.availability(found) : "";
      for (const each of ["other", "two", "off"]) thing.classList.toggle(each, kind === each);
      thing.classList.toggle("ready", found.length > 0 && !kind && thing.classList.contains("start"));
      const isChosen = [chosen.card, chosen.filter].includes(name) || found.some((answer) => answer.addition && answer.addition === chosen.addition);
      thing.classList.toggle("chosen", isChosen);
    }
    const listedAfter = new Map(); // by action
    for (const button of all("#main .actions [data-action]")) {
      button.setAttribute("aria-pressed", String(button.dataset.action === chosen.action));
      listedAfter.set(button.dataset.action, (button.dataset.listedAfter || "").split(" "));
    }
    for (const answer of answers.list()) {
      const fits = answers.matches(answer) && answers.allowsCard(answer);
      const listed = (listedAfter.get(answer.kind) || []).some((choice) => chosen[choice]);
      answer.button.classList.toggle("shown", isAction() && fits && listed);
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
    if (rest?.version === page().dataset.version) {
      line.append(...rest.contents.map((node) => node.cloneNode(true)), ` ${text("rest")}`);
      return;
    }
    if (!chosen.card && !chosen.filter) return;
    for (const choice of ["card", "filter"]) {
      if (chosen[choice]) line.append(text(choice).replace("{name}", name(chosen[choice])), " ");
    }
    const clear = document.createElement("button");
    clear.type = "button";
    clear.className = "quiet";
    clear.textContent = text("clear");
    clear.addEventListener("click", () => select({ card: "", filter: "" }));
    line.append(clear);
  }
  function select(change) {
    Object.assign(chosen, change);
    chosen.touched = "";
    answerMenu.close();
    showTab("prompt");
    preview.show([]);
    mark();
    showRelevant();
  }
  function cancel() {
    answerMenu.close();
    if (chosen.action || chosen.card || chosen.filter || chosen.touched) select({ action: "", card: "", filter: "" });
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
    const { action, card, filter } = chosen;
    const replayed = page().dataset.number || page().dataset.past;
    board.focusOn([page().dataset.version, replayed, action, card, filter].join(), relevantThings);
  }

  // Choosing a thing on the board; false if it has no answers.
  function choose(thing, event) {
    const { dataset } = thingNamed(thing);
    if (isAction() && "card" in dataset) {
      select({ card: chosen.card === thing ? "" : thing });
      return true;
    }
    if (isAction() && "filter" in dataset) {
      select({ filter: chosen.filter === thing ? "" : thing, action: "" });
      return true;
    }
    const found = answers.offered(thing);
    if (!found.length) return false;
    if (!found.some(answers.allowsCard)) chosen.card = ""; // it was a plot for another card
    const touch = event.pointerType === "touch" || (event.detail && coarse());
    const sure = found.length === 1 && (chosen.touched === thing || "card" in dataset || found[0].addition);
    if (touch && !sure) {
      chosen.touched = thing;
      mark();
      preview.offer(found, give);
      showTab("prompt");
    } else if (found.length === 1) {
      give(found[0]);
    } else {
      answerMenu.open(found, event, give);
    }
    return true;
  }
  // A hint shows on the board what it is about, and can be played from there.
  function showHint(button) {
    const answer = answers.ofNotation(button.dataset.hint);
    if (!answer) return;
    select({ action: "", card: "", filter: "" });
    const thing = thingNamed(answer.thing);
    if (thing) board.show(thing);
    chosen.touched = answer.thing || "hint";
    preview.offer([answer], give);
  }

  // Giving an answer
  function give(answer) {
    answerMenu.close();
    if (answer.addition) {
      chosen.addition = chosen.addition === answer.addition ? "" : answer.addition;
      preview.show(chosen.addition ? [answer] : []);
      mark();
      return;
    }
    const value = valueOf(answer);
    const whole = answer.kind && value !== answer.button.value;
    const reveals = answer.button.dataset.reveals || (whole && answer.button.dataset.ends) || "";
    const label = answer.button.querySelector(".label").textContent;
    const go = () => submit(answer, value);
    if (answer.unusual) confirmFirst("unusual", label, false, go);
    else if (reveals && setting.get("ask") !== "no") confirmFirst(reveals, label, true, go);
    else go();
  }
  function valueOf(answer) {
    const [first, ...then] = answer.button.value.split(SEPARATOR);
    if (answer.kind && chosen.card && answers.allowsCard(answer)) {
      return [first, thingNamed(chosen.card).dataset.card, ...then].join(SEPARATOR);
    }
    if (!answer.kind && chosen.addition) return [first, chosen.addition].join(SEPARATOR);
    if (!answer.kind && rest?.version === page().dataset.version) return [first, rest.answer].join(SEPARATOR);
    return answer.button.value;
  }
  function submit(answer, value) {
    const { button } = answer;
    const { form } = button;
    if (live.isHolding()) live.remind();
    if (!form || form.dataset.sent || live.isHolding()) return;
    form.dataset.sent = "yes";
    const then = answer.button.value.split(SEPARATOR)[1];
    if (answer.kind && then && !chosen.card) {
      const contents = [...button.querySelectorAll(".label")];
      rest = { version: String(Number(page().dataset.version) + 1), answer: then, contents };
    }
    const old = button.value;
    button.value = value;
    form.requestSubmit(button);
    button.value = old;
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
      const found = answers.list().filter(({ kind }) => kind === button.dataset.action);
      if (found.length === 1 && found[0].thing === "") give(found[0]);
      else select({ action: chosen.action === button.dataset.action ? "" : button.dataset.action, filter: "" });
    } else if (button?.dataset.give) {
      give(answers.ofNotation(button.dataset.give));
    } else if (button?.dataset.hint) {
      showHint(button);
    } else if (button?.closest("#answers") && answers.ofButton(button)) {
      event.preventDefault();
      if (!event.detail) keyboard.returnToList();
      if (!button.form.dataset.sent) give(answers.ofButton(button));
      return;
    } else if (button?.closest("form[action$='/resign']")) {
      event.preventDefault();
      confirmFirst("resign", "", false, () => {
        showTab("prompt");
        button.form.requestSubmit();
      });
    }
    if (!event.target.closest?.("#menu")) answerMenu.close();
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "unusual") select({});
  });

  // After each update of the page
  function settle() {
    const now = page().dataset.version || "";
    if (now !== version) {
      answers.clear();
      version = now;
      preview.empty();
    }
    answers.read();
    for (const thing of all("#stage .thing.open")) {
      const found = answers.ofThing(thing.dataset.thing);
      if (!found.length) continue;
      const what = thing.querySelector("title").textContent;
      const effects = found.map(({ button }) => button.textContent.replace(/\s+/g, " ").trim());
      thing.setAttribute("aria-label", `${what}: ${effects.join("; ")}`);
    }
    mark();
    if (chosen.touched) preview.highlight(answers.ofThing(chosen.touched));
  }

  return { choose, cancel, settle, showRelevant }; // `showRelevant` after `settle`
})();
