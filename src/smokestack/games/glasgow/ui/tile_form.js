// Checks a tile set while it is typed. The server checks it again before it is saved.
const form = document.getElementById("tile-form");

function field(entry, name) {
  return entry.querySelector(`[name$="-${name}"]`);
}
function problemOf(entry) {
  for (const input of entry.querySelectorAll("input[type=number]")) {
    if (!input.disabled && !input.validity.valid) return form.dataset.number.replace("{max}", input.max);
  }
  const amount = (good) => Number(field(entry, good).value);
  if (entry.hasAttribute("data-building")) {
    if (!["stone", "steel", "gold"].some(amount)) return form.dataset.cost;
    if (!amount(field(entry, "first").value)) return form.dataset.first;
  } else if (field(entry, "kind").value === "goods") {
    if (!["stone", "steel", "gold", "whisky"].some(amount)) return form.dataset.goods;
  } else if (field(entry, "kind").value === "double") {
    const doubles = [...form.querySelectorAll("[name$='-kind']")].filter(({ value }) => value === "double");
    if (doubles.length > 1) return form.dataset.double;
  }
  return "";
}
function check(entry) {
  const text = problemOf(entry);
  entry.querySelector("[data-problem]").textContent = text;
  entry.toggleAttribute("data-wrong", Boolean(text));
}
form.addEventListener("input", (event) => {
  const entry = event.target.closest(".tile-entry");
  if (entry) check(entry);
  if (event.target.name?.endsWith("-kind")) for (const other of form.querySelectorAll("[data-contract]")) check(other);
});
