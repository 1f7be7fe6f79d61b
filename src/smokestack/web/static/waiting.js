// The page of a table that has not started: contributes to the deal, and follows the others.
const main = () => document.getElementById("main");

function randomText() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
function contribute() {
  const form = document.getElementById("contribution");
  if (!form || form.dataset.sent) return;
  const field = document.getElementById("contribution-text");
  field.value = deal.text() ?? field.value;
  if (setting.get("deal-own-text") === "yes") return;
  form.dataset.sent = "yes";
  field.value ||= randomText();
  form.requestSubmit();
}
document.addEventListener("submit", (event) => {
  if (event.target.id !== "contribution") return;
  deal.keepText(document.getElementById("contribution-text").value);
});
document.addEventListener("change", (event) => {
  if (event.target.id === "own-text") setting.set("deal-own-text", event.target.checked ? "yes" : "no");
});

// Starting without those who are missing is possible after a while.
let dealTimer = null;
function countDown() {
  clearTimeout(dealTimer);
  const form = document.getElementById("deal-now");
  if (!form) return;
  form.hidden = Number(form.dataset.wait) > 0;
  dealTimer = setTimeout(() => (form.hidden = false), Number(form.dataset.wait) * 1000);
}

// Live updates: the server answers with a refresh once the game has started.
let latest = -1;
let loading = false;
async function catchUp() {
  if (loading) return;
  loading = true;
  try {
    while (Number(main().dataset.revision) < latest) {
      const before = main().dataset.revision;
      await htmx.ajax("GET", `${location.pathname}?waiting=yes`, { target: "#main", swap: "outerMorph" });
      if (main().dataset.revision === before) await live.sleep(1);
    }
  } finally {
    loading = false;
  }
}
function settle() {
  deal.keep();
  document.getElementById("own-text").checked = setting.get("deal-own-text") === "yes";
  countDown();
  contribute();
}
document.addEventListener("htmx:after:swap", settle);
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (sourceElement?.id === "chat-form" && response?.status < 400) document.getElementById("chat-text").value = "";
});
settle();
live.follow(`/tables/${main().dataset.table}`, (revision) => {
  latest = revision;
  catchUp();
});
