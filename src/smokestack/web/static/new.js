// The forms for a new table and a new tournament: show the fields of the chosen pace and kind, and add the
// reader's time zone.
const pace = document.getElementById("pace");
function showPace() {
  for (const line of document.querySelectorAll("[data-pace]")) {
    line.hidden = !line.dataset.pace.split(" ").includes(pace.value);
  }
}
pace.addEventListener("change", showPace);
document.getElementById("zone").value ||= Intl.DateTimeFormat().resolvedOptions().timeZone || "";
showPace();
const format = document.getElementById("format");
function showFormat() {
  for (const line of document.querySelectorAll("[data-format]")) {
    line.hidden = line.dataset.format !== format.value;
  }
}
if (format) {
  format.addEventListener("change", showFormat);
  showFormat();
}
