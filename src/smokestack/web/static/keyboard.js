// A turn by keyboard: keys, the way from thing to thing, and where the focus is after an answer.
const keyboard = (() => {
  const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const thing = event.target.closest?.(".thing:is(.open, .start)");
    if (thing && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      const box = thing.getBoundingClientRect();
      returnTo = { spot: middle(thing) };
      turn.choose(thing.dataset.thing, { target: thing, clientX: box.right, clientY: box.bottom });
    } else if (thing && DIRECTIONS[event.key]) {
      event.preventDefault();
      nextThing(thing, ...DIRECTIONS[event.key])?.focus();
    } else if (thing && event.key === "i") {
      inspect(thing.dataset.thing);
    } else if (event.key === "Escape") {
      turn.cancel();
      returnFocus();
      const about = document.getElementById("about");
      if (about) about.hidden = true;
    } else if (event.key === "u") {
      document.getElementById("undo")?.click();
    } else if (event.key === "h") {
      document.getElementById("hint")?.click();
    } else if (event.key === "l") {
      answers.toggleList();
      document.querySelector("#answers .answer")?.focus();
    }
  });
  // The nearest open thing in a direction; distance to the side counts double.
  function nextThing(from, x, y) {
    const [startX, startY] = middle(from);
    let nearest = null;
    let shortest = Infinity;
    for (const other of all("#stage .thing:is(.open, .start):not(.off)")) {
      const [otherX, otherY] = middle(other);
      const ahead = (otherX - startX) * x + (otherY - startY) * y;
      const aside = Math.abs((otherX - startX) * y) + Math.abs((otherY - startY) * x);
      if (other !== from && ahead > 1 && ahead + 2 * aside < shortest) {
        nearest = other;
        shortest = ahead + 2 * aside;
      }
    }
    return nearest;
  }

  // After an answer by keyboard, the focus returns to the same place, at once or at the next turn.
  let returnTo = null; // the spot on the board, or the list, until the focus is back or elsewhere
  function returnFocus() {
    if (!returnTo || !page().hasAttribute("data-my-turn")) return;
    const focused = document.activeElement;
    const seen = focused !== document.body && focused.checkVisibility();
    if (seen && focused.closest("#menu, #confirm")) return;
    const lost = !seen || focused.matches("#stage .thing:not(.open, .start)");
    const far = (thing) => Math.hypot(...middle(thing).map((value, axis) => value - returnTo.spot[axis]));
    const things = all("#stage .thing.open:not(.off)");
    if (returnTo.spot) things.sort((one, other) => far(one) - far(other));
    const answer = all("#answers .answer").find((button) => button.checkVisibility());
    if (lost) (returnTo.list ? answer || things[0] : things[0] || answer)?.focus();
    returnTo = null;
  }
  document.addEventListener("pointerdown", () => (returnTo = null));
  document.addEventListener("focusin", (event) => {
    if (!event.target.closest("#stage, #menu, #confirm, #answers")) returnTo = null;
  });

  return { returnFocus, returnToList: () => (returnTo = { list: true }) };
})();
