// The page of a table: live updates, tabs, announcements, replay and the guide. `turn.js` has the
// choice of answers, `map.js` the zoom, `motion.js` the animations. Only the server knows the rules;
// the scripts work with the elements that it rendered.

// Live updates: the page loads what it may see of a new revision.
let latest = -1;
let loading = false;
async function reload() {
  await htmx.ajax("GET", location.pathname + location.search, { target: "#main", swap: "outerMorph" });
  await update.done();
}
const sending = () => document.getElementById("answers")?.dataset.sent;
async function catchUp() {
  if (loading || sending()) return; // the response to an answer contains the update
  loading = true;
  try {
    while (Number(page().dataset.revision) < latest) {
      const before = page().dataset.revision;
      await reload();
      if (page().dataset.revision === before) await live.sleep(1);
    }
  } finally {
    loading = false;
  }
}
function listen() {
  const table = page()?.dataset.table;
  if (!table) return;
  live.follow(table, (revision) => {
    latest = revision;
    catchUp();
  });
}

// Descriptions of things
async function inspect(thing) {
  const table = page()?.dataset.table;
  const box = document.getElementById("about");
  if (!table || !box) return;
  const reply = await fetch(`/tables/${table}/about/${encodeURIComponent(thing)}`, { headers: { "HX-Request": "true" } });
  if (!reply.ok) return;
  box.innerHTML = await reply.text();
  box.hidden = false;
}
document.addEventListener("contextmenu", (event) => {
  const thing = event.target.closest?.(".thing");
  if (!thing) return;
  event.preventDefault();
  inspect(thing.dataset.thing);
});
document.addEventListener("click", (event) => {
  const close = event.target.closest?.("[data-close]");
  if (close) document.getElementById(close.dataset.close).hidden = true;
});

// Tabs
function showTab(name) {
  html.dataset.tab = name;
  for (const tab of all(".tabs [data-tab]")) tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
  centreLog();
  const box = document.getElementById("guide");
  box?.classList.toggle("elsewhere", Boolean(box.dataset.tab) && box.dataset.tab !== name);
}
document.addEventListener("click", (event) => {
  const tab = event.target.closest?.(".tabs [data-tab]");
  if (tab) showTab(tab.dataset.tab);
  if (event.target.closest?.("#list-toggle")) turn.toggleList();
});

// Announcing the turn: title, icon, sound, notification
let wasMyTurn = null;
function announce() {
  const mine = page()?.hasAttribute("data-my-turn") ?? false;
  if (page()?.dataset.title) document.title = page().dataset.title;
  const icon = document.getElementById("favicon");
  icon.href = mine ? icon.dataset.turn : icon.dataset.idle;
  if (mine && wasMyTurn === false) {
    if (setting.get("sound") === "yes") ring();
    if (setting.get("notify") === "yes" && document.hidden && window.Notification?.permission === "granted") {
      new Notification(document.title, { icon: icon.href, tag: page().dataset.table });
    }
  }
  wasMyTurn = mine;
}
function ring() {
  const audio = new AudioContext();
  for (const [delay, pitch] of [[0, 523], [0.14, 659]]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, audio.currentTime + delay);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + delay + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + delay);
    tone.stop(audio.currentTime + delay + 0.6);
  }
}
document.addEventListener("change", async (event) => {
  const box = event.target;
  if (box.id === "sound") {
    setting.set("sound", box.checked ? "yes" : "no");
    if (box.checked) ring();
  } else if (box.id === "notify") {
    if (box.checked && window.Notification) box.checked = (await Notification.requestPermission()) === "granted";
    setting.set("notify", box.checked ? "yes" : "no");
  } else if (box.id === "ask") {
    setting.set("ask", box.checked ? "yes" : "no");
  } else if (box.id === "slider") {
    goTo(Number(box.value));
  }
});

// Replay: the slider and the arrows change the URL and the board.
async function goTo(number) {
  const { replay, query } = page().dataset;
  history.replaceState(null, "", `${replay}${number}${query}`);
  if (loading) return; // the loop below then continues to the latest URL
  loading = true;
  try {
    while (location.pathname !== `${replay}${page().dataset.number}`) {
      const before = page().dataset.number;
      await reload();
      if (page().dataset.number === before) break;
    }
  } finally {
    loading = false;
  }
}
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#back[href], #forward[href]");
  if (!link) return;
  event.preventDefault();
  goTo(Number(page().dataset.number) + (link.id === "forward" ? 1 : -1));
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches?.("input, select, textarea, .part") || !page()?.dataset.replay) return;
  if (event.key === "ArrowLeft") document.getElementById("back")?.click();
  else if (event.key === "ArrowRight") document.getElementById("forward")?.click();
});

// Scrolls the current entry to the middle of the log.
function centreLog() {
  const log = document.getElementById("log");
  const current = log?.querySelector(".current");
  if (current) log.scrollTop += middle(current)[1] - middle(log)[1];
}

// The guide through the first turn
let step = -1;
const narrow = () => matchMedia("(max-width: 63.99rem)").matches;
function guideTarget() {
  const name = all("#guide section")[step].dataset.target;
  return thingNamed(name) || document.getElementById(name) || document.getElementById("prompt");
}
// On a small screen, the target may be in another tab, outside the window or under the prompt.
function scrollToTarget(thing, tab) {
  showTab(tab);
  board.whole();
  board.show(thing);
  thing.scrollIntoView({ block: "nearest" });
  const prompt = document.getElementById("prompt");
  const hidden = thing.getBoundingClientRect().bottom + 8 - prompt.getBoundingClientRect().top;
  if (tab === "prompt" && !prompt.contains(thing) && hidden > 0) scrollBy(0, hidden);
}
function guide(next) {
  const box = document.getElementById("guide");
  const steps = box ? all("section", box) : [];
  for (const marked of all(".guide-target")) marked.classList.remove("guide-target");
  step = next;
  if (!box || step < 0 || step >= steps.length) {
    if (box) box.hidden = true;
    step = -1;
    return;
  }
  box.hidden = false;
  steps.forEach((section, number) => (section.hidden = number !== step));
  box.dataset.tab = steps[step].dataset.target === "players" ? "players" : "prompt";
  if (narrow()) scrollToTarget(guideTarget(), box.dataset.tab);
  box.classList.toggle("above", middle(guideTarget())[1] > innerHeight / 2);
  guideTarget().classList.add("guide-target");
  const button = document.getElementById("guide-next");
  button.textContent = step === steps.length - 1 ? box.dataset.done : box.dataset.next;
}
document.addEventListener("click", (event) => {
  const box = document.getElementById("guide");
  if (event.target.id === "guide-next") guide(step + 1);
  else if (event.target.id === "guide-skip") guide(-1);
  else if (event.target.id === "guide-again") guide(0);
  else return;
  if (step < 0) setting.set(`guided-${box.dataset.game}`, "yes");
});

// After each update
function settle() {
  showTab(html.dataset.tab);
  turn.settle();
  motion.show();
  announce();
  for (const [id, usual] of [["sound", "no"], ["notify", "no"], ["ask", "yes"]]) {
    const box = document.getElementById(id);
    if (box) box.checked = (setting.get(id) || usual) === "yes";
  }
  const hints = document.getElementById("hints"); // kept by updates until the game goes on
  if (hints && hints.dataset.version !== page().dataset.version) {
    hints.replaceChildren();
    hints.dataset.version = page().dataset.version;
  }
  if (step >= 0) guideTarget().classList.add("guide-target");
}
document.addEventListener("table:before", () => motion.remember());
document.addEventListener("table:after", () => {
  settle();
  turn.goBack();
});
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (sourceElement?.id === "chat-form" && response?.status < 400) {
    document.getElementById("chat-text").value = "";
  }
});
document.addEventListener("htmx:finally:request", async () => {
  await update.done();
  const form = document.getElementById("answers");
  if (form) delete form.dataset.sent;
  catchUp();
});
setInterval(() => {
  const thinking = document.querySelector(".thinking[data-since]");
  if (!thinking) return;
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(thinking.dataset.since)) / 1000));
  thinking.querySelector(".seconds").textContent = `${seconds} s`;
}, 500);

settle();
listen();
const box = document.getElementById("guide");
if (box && page().hasAttribute("data-my-turn") && Number(page().dataset.moves) < 4 && !setting.get(`guided-${box.dataset.game}`)) guide(0);
