// Highlights what answers concern and previews their effects: of what the mouse points at, what has the
// focus, and what a finger has touched.
const preview = (() => {
  const { chosen } = answers;

  function highlight(found) {
    for (const each of all(".highlighted")) each.classList.remove("highlighted");
    for (const { button, thing, highlights } of found) {
      button.classList.add("highlighted");
      for (const name of [thing, ...highlights].filter(Boolean)) thingNamed(name)?.classList.add("highlighted");
    }
  }
  // With `give`, each answer is a button that gives it.
  function fill(found, give = null) {
    const box = document.getElementById("preview");
    if (!box) return;
    box.replaceChildren();
    box.classList.remove("floating");
    for (const answer of found) {
      const part = document.createElement(give ? "button" : "span");
      part.append(...[...answer.button.childNodes].map((node) => node.cloneNode(true)));
      if (give) {
        part.type = "button";
        part.className = "answer plain confirms";
        part.addEventListener("click", () => give(answer));
      }
      box.append(part);
    }
  }
  function show(found, thing = null) {
    highlight(found);
    fill(found);
    float(thing);
  }
  function offer(found, give) {
    highlight(found);
    fill(found, give);
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
  // Nothing is pointed at: what was touched or added stays visible.
  function clearUnlessChosen() {
    if (chosen.touched) return;
    const added = answers.added();
    if (added.length || document.querySelector(".highlighted, #preview > *")) show(added);
  }

  document.addEventListener("pointerover", (event) => {
    const target = event.target.closest?.(".thing:is(.open, .start), #main button");
    if (event.pointerType === "touch") return;
    if (target?.dataset.hint) highlight([answers.ofNotation(target.dataset.hint)].filter(Boolean));
    else if (chosen.touched && !target?.matches(".thing")) return;
    else if (target?.dataset.give) show([answers.ofNotation(target.dataset.give)], target);
    else if (target?.matches(".thing")) show(answers.offered(target.dataset.thing), target);
    else if (target && answers.ofButton(target)) highlight([answers.ofButton(target)]); // its own text has costs and effects
    else if (!event.target.closest?.("#menu, #preview")) clearUnlessChosen();
  });
  // A finger also focuses what it touches. A preview would then move the board away under it.
  let byFinger = false;
  document.addEventListener("pointerdown", (event) => (byFinger = event.pointerType === "touch"));
  document.addEventListener("keydown", () => (byFinger = false));
  document.addEventListener("focusin", (event) => {
    if (byFinger) return;
    const thing = event.target.closest?.(".thing:is(.open, .start)");
    const button = event.target.closest?.("#answers .answer");
    if (thing) {
      board.show(thing);
      show(answers.offered(thing.dataset.thing), thing);
    } else if (button && answers.ofButton(button)) highlight([answers.ofButton(button)]);
  });

  return { highlight, show, offer, empty: () => fill([]) };
})();
