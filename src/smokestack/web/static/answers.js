// The answers of the page, and what is chosen so far, which narrows them down.
//
// The list of answers, `#answers`, says all there is to choose: an answer names its thing on the
// board (`data-thing`), other things that it concerns (`data-highlights`) or that offer it, too
// (`data-also-at`), its action (`data-kind`), and whether only some cards go with it (`data-needs-card`).
const answers = (() => {
  const SEPARATOR = "; ";
  const NOTHING = { action: "", card: "", filter: "", addition: "", touched: "" };

  const chosen = { ...NOTHING }; // but not sent, until the next decision
  const clear = () => Object.assign(chosen, NOTHING);

  const namesIn = (text) => (text || "").split(" ").filter(Boolean);

  // Read once after each update.
  let list = [];
  let byThing = new Map();
  function read() {
    list = all("#answers .answer").map((button) => ({
      button,
      thing: button.dataset.thing,
      kind: button.dataset.kind || "",
      highlights: namesIn(button.dataset.highlights),
      alsoAt: namesIn(button.dataset.alsoAt),
      needsCard: button.hasAttribute("data-needs-card"),
      unusual: button.hasAttribute("data-unusual"),
      addition: button.dataset.then || "",
    }));
    byThing = new Map();
    for (const answer of list) {
      for (const thing of [answer.thing, ...answer.alsoAt].filter(Boolean)) byThing.set(thing, [...(byThing.get(thing) || []), answer]);
    }
  }
  const ofThing = (thing) => byThing.get(thing) || [];
  const ofButton = (button) => list.find((answer) => answer.button === button);
  const ofNotation = (notation) => list.find(({ button }) => button.value === notation || button.value.startsWith(notation + SEPARATOR));
  const added = () => list.filter(({ addition }) => addition && addition === chosen.addition);

  const unusualOn = () => Boolean(document.getElementById("unusual")?.checked);
  const allowsCard = (answer) => !chosen.card || !answer.needsCard || answer.highlights.includes(chosen.card);
  function matches(answer) {
    if (chosen.action && answer.kind !== chosen.action) return false;
    if (chosen.filter && !answer.highlights.includes(chosen.filter)) return false;
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
  // What a click on a thing offers.
  function offered(thing) {
    const found = ofThing(thing);
    const fitting = found.filter((answer) => matches(answer) && allowsCard(answer) && (!answer.unusual || unusualOn()));
    const usual = fitting.filter((answer) => !answer.unusual);
    if (usual.length) return usual;
    if (fitting.length) return fitting;
    return found.filter((answer) => matches(answer) && !answer.unusual);
  }

  // The list can be closed where the board offers the same.
  function toggleList() {
    html.classList.toggle("list-open");
    setting.set("list", html.classList.contains("list-open") ? "open" : "closed");
  }
  const wide = innerWidth >= 1024 && !document.querySelector(".in-parts");
  if ((setting.get("list") || (wide ? "open" : "closed")) === "open") html.classList.add("list-open");

  return { SEPARATOR, chosen, clear, read, list: () => list, ofThing, ofButton, ofNotation, added, allowsCard, matches, availability, offered, toggleList };
})();
