// The pages of tournaments: times of the reader's clock, and the page of one is kept up to date.
const tournament = () => document.querySelector("[data-tournament]");
function showTimes() {
  const form = { dateStyle: "full", timeStyle: "short" };
  for (const time of document.querySelectorAll("time[data-local]")) {
    time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, form);
  }
}
async function updateTournament(revision) {
  if (Number(tournament().dataset.revision) >= revision) return;
  await htmx.ajax("GET", location.pathname, { target: "#main", swap: "outerMorph" });
  showTimes();
}
showTimes();
if (tournament()) live.follow(location.pathname, updateTournament);
