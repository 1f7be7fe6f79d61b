// The guide through a first game: explains one part of the page after another, beside it.
(() => {
  const GAP = 14; // pixels between the box and what it explains
  const MARGIN = 8; // pixels to the edges of the window
  const box = document.getElementById("guide");
  if (!box) return;
  const steps = all("section", box);
  let step = -1;

  function target() {
    const name = steps[step].dataset.target;
    if (name === "players") return document.getElementById("part-players") || document.getElementById("players");
    return thingNamed(name) || document.getElementById(name) || document.getElementById("prompt");
  }
  // The tab in which something is on small screens.
  function tabOf(element) {
    const part = element.closest(".part, #players")?.id.replace("part-", "");
    return document.querySelector(`.tabs [data-tab="${part}"]`) ? part : "prompt";
  }
  // On a small screen, the target may be outside the window or under the prompt.
  function bringIntoView(thing) {
    showTab(tabOf(thing));
    board.whole();
    board.show(thing);
    thing.scrollIntoView({ block: "nearest", inline: "nearest" });
    const prompt = document.getElementById("prompt");
    const hidden = thing.getBoundingClientRect().bottom + 8 - prompt.getBoundingClientRect().top;
    if (tabOf(thing) === "prompt" && !prompt.contains(thing) && hidden > 0) scrollBy(0, hidden);
  }

  const between = (min, value, max) => Math.max(min, Math.min(value, max));
  // Beside the target, on the first side with enough room; else where it hides least of it.
  function place() {
    const thing = target().getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    const [x, y] = [thing.left + thing.width / 2, thing.top + thing.height / 2];
    const sides = {
      right: { left: thing.right + GAP, top: y - height / 2, room: innerWidth - thing.right - GAP - MARGIN - width },
      left: { left: thing.left - GAP - width, top: y - height / 2, room: thing.left - GAP - MARGIN - width },
      below: { left: x - width / 2, top: thing.bottom + GAP, room: innerHeight - thing.bottom - GAP - MARGIN - height },
      above: { left: x - width / 2, top: thing.top - GAP - height, room: thing.top - GAP - MARGIN - height },
    };
    const order = Object.entries(sides);
    const [side, spot] = order.find(([, { room }]) => room >= 0) || order.sort(([, one], [, other]) => other.room - one.room)[0];
    const left = between(MARGIN, spot.left, innerWidth - width - MARGIN);
    const top = between(MARGIN, spot.top, innerHeight - height - MARGIN);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
    box.dataset.side = spot.room >= 0 ? side : "none";
    box.style.setProperty("--x", `${between(16, x - left, width - 16)}px`);
    box.style.setProperty("--y", `${between(16, y - top, height - 16)}px`);
  }
  function mark() {
    for (const marked of all(".guide-target")) marked.classList.remove("guide-target");
    box.hidden = step < 0 || step >= steps.length;
    if (box.hidden) return;
    target().classList.add("guide-target");
    place();
  }
  function show(next) {
    step = next < steps.length ? next : -1;
    if (step < 0) {
      setting.set(`guided-${box.dataset.game}`, "yes");
      mark();
      showTab("prompt");
      return;
    }
    steps.forEach((section, number) => (section.hidden = number !== step));
    bringIntoView(target());
    document.getElementById("guide-number").textContent = box.dataset.number.replace("{number}", step + 1).replace("{count}", steps.length);
    document.getElementById("guide-back").hidden = step === 0;
    document.getElementById("guide-lesson").hidden = step > 0;
    const button = document.getElementById("guide-next");
    button.textContent = step === steps.length - 1 ? box.dataset.done : box.dataset.next;
    mark();
    requestAnimationFrame(mark); // once the map has moved there
  }

  document.addEventListener("click", (event) => {
    if (event.target.id === "guide-next") show(step + 1);
    else if (event.target.id === "guide-back") show(step - 1);
    else if (event.target.id === "guide-skip") show(-1);
    else if (event.target.id === "guide-again") show(0);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && step >= 0) show(-1);
  });
  document.addEventListener("table:after", (event) => event.detail.push(() => step >= 0 && mark()));
  addEventListener("resize", () => step >= 0 && mark());
  addEventListener("scroll", () => step >= 0 && place(), { passive: true });
  // The map glides to the target for a moment.
  document.addEventListener("table:tab", () => step >= 0 && setTimeout(mark, 260));

  if (page().hasAttribute("data-guide") && !setting.get(`guided-${box.dataset.game}`)) show(0);
})();
