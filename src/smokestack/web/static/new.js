// The form for a new table: shows the fields of the chosen pace, and adds the reader's time zone.
const pace = document.getElementById("pace");
function showPace() {
  for (const line of document.querySelectorAll("[data-pace]")) {
    line.hidden = !line.dataset.pace.split(" ").includes(pace.value);
  }
}
pace.addEventListener("change", showPace);
document.getElementById("zone").value ||= Intl.DateTimeFormat().resolvedOptions().timeZone || "";
showPace();
