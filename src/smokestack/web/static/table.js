// The page of a table: live updates, tabs, announcements. `turn.js` has the choice of answers, `map.js`
// the zoom, `motion.js` the animations, `guide.js` the guide, `replay.js` the replay. Only the server knows the rules;
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
  const address = page()?.dataset.about;
  const box = document.getElementById("about");
  if (!address || !box) return;
  const reply = await fetch(`${address}${encodeURIComponent(thing)}`, { headers: { "HX-Request": "true" } });
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
  document.dispatchEvent(new CustomEvent("table:tab", { detail: name }));
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
  }
});

// Scrolls the current entry to the middle of the log.
function centreLog() {
  const log = document.getElementById("log");
  const current = log?.querySelector(".current");
  if (current) log.scrollTop += middle(current)[1] - middle(log)[1];
}

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
