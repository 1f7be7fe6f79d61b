// The page of a table: tabs, announcements. `turn.js` and the scripts that it names have the choice of
// answers, `follow.js` what others do, `map.js` the zoom, `motion.js` the animations, `guide.js` the guide,
// `replay.js` the replay. Only the server knows the rules; the scripts work with the elements that it
// rendered.

const reload = () => update.load(location.pathname + location.search);

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
  follow.countUnread();
  document.dispatchEvent(new CustomEvent("table:tab", { detail: name }));
}
document.addEventListener("click", (event) => {
  const tab = event.target.closest?.(".tabs [data-tab]");
  if (tab) showTab(tab.dataset.tab);
  if (event.target.closest?.("#list-toggle")) answers.toggleList();
});

// Announcing what is new: title, icon, sound, notification
let shown = null; // by the page before
function announce() {
  const main = page();
  const now = { mine: main?.hasAttribute("data-my-turn") ?? false, over: main?.hasAttribute("data-over"), moves: Number(main?.dataset.moves) };
  showWaiting({ here: now.mine, ...(main?.dataset.title && { title: main.dataset.title }) });
  if (shown && now.over && !shown.over) sound.play("end");
  else if (shown && now.mine && !shown.mine) sound.play("turn");
  else if (shown && now.moves > shown.moves && !main.hasAttribute("data-own-move")) sound.play("move");
  if (shown && now.mine && !shown.mine && setting.get("notify") === "yes" && document.hidden && window.Notification?.permission === "granted") {
    const icon = document.getElementById("favicon");
    new Notification(document.title, { icon: icon.href, tag: main.dataset.table });
  }
  shown = now;
}
document.addEventListener("change", async (event) => {
  const box = event.target;
  if (box.id === "sound") {
    setting.set("sound", box.checked ? "yes" : "no");
    sound.prepare();
    sound.play("turn");
  } else if (box.id === "pace") {
    setting.set("pace", box.value);
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

// After each update, in several tasks
const settling = [turn.settle, turn.showRelevant, () => motion.show(), settle];
function settle() {
  showTab(html.dataset.tab);
  announce();
  for (const [id, usual] of [["sound", "no"], ["notify", "no"], ["ask", "yes"]]) {
    const box = document.getElementById(id);
    if (box) box.checked = (setting.get(id) || usual) === "yes";
  }
  const pace = document.getElementById("pace");
  if (pace) pace.value = setting.get("pace") || "normal";
  const hints = document.getElementById("hints"); // kept by updates until the game goes on
  if (hints && hints.dataset.version !== page().dataset.version) {
    hints.replaceChildren();
    hints.dataset.version = page().dataset.version;
  }
}
document.addEventListener("table:before", (event) => motion.remember(event.detail));
// What was found about an answer stands above the question.
function showJudgement() {
  if (document.querySelector("#lesson-text .judgement")) document.getElementById("prompt").scrollTop = 0;
}
document.addEventListener("table:after", (event) => event.detail.push(...settling, keyboard.returnFocus, showJudgement));
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (sourceElement?.id === "chat-form" && response?.status < 400) {
    document.getElementById("chat-text").value = "";
  }
});
document.addEventListener("htmx:finally:request", async () => {
  await update.done();
  const form = document.getElementById("answers");
  if (form && !live.isHolding()) delete form.dataset.sent;
  follow.catchUp();
});
setInterval(() => {
  const thinking = document.querySelector(".thinking[data-since]");
  if (!thinking) return;
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(thinking.dataset.since)) / 1000));
  thinking.querySelector(".seconds").textContent = `${seconds} s`;
}, 500);

for (const step of settling) step();
follow.listen();
