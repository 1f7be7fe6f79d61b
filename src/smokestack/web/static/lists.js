// The start page: the lists of tables are kept up to date.
const lists = () => document.getElementById("lists");
let wanted = -1;
let updating = false;
async function updateLists() {
  if (updating) return;
  updating = true;
  try {
    while (Number(lists().dataset.revision) !== wanted) {
      const known = wanted;
      await htmx.ajax("GET", "/", { target: "#lists", swap: "outerMorph" });
      showTurns(Number(lists().dataset.turns));
      if (known === wanted) break; // the lists may be newer than the revision that was sent
    }
  } finally {
    updating = false;
  }
}
live.follow("/lists", (revision) => {
  wanted = revision;
  updateLists();
});
