// The page of a lesson: marks what the step asks for, and keeps the address of the step.
function showTargets() {
  const { address, targets, targetAnswers, targetKind } = page().dataset;
  if (location.pathname !== address) history.replaceState(null, "", address);
  for (const marked of all(".guide-target")) marked.classList.remove("guide-target");
  const things = targets.split(" ").filter(Boolean).map(thingNamed).filter(Boolean);
  for (const thing of things) thing.classList.add("guide-target");
  if (things.length) board.show(things[0]);
  if (targetKind) document.querySelector(`.actions [data-action="${targetKind}"]`)?.classList.add("guide-target");
  for (const notation of targetAnswers.split("; ").filter(Boolean)) {
    for (const button of all("#answers .answer, .actions [data-give]")) {
      const value = button.value || button.dataset.give || button.dataset.then || "";
      if (value.split("; ")[0] === notation) button.classList.add("guide-target");
    }
  }
}
// Where a plot allows several things, each is offered with the label that it has in the list.
function markOffers() {
  const label = (element) => element.querySelector(".label")?.textContent;
  const due = new Set(all("#answers .answer.guide-target").map(label));
  for (const offer of all("#menu .answer, #preview .confirms")) offer.classList.toggle("guide-target", due.has(label(offer)));
}
const offers = new MutationObserver(markOffers);
for (const id of ["menu", "preview"]) offers.observe(document.getElementById(id), { childList: true });
document.addEventListener("table:after", (event) => event.detail.push(showTargets));
showTargets();
