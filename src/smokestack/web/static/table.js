// The page of a table: live updates, the board, the answers and the guide. Only the server knows the
// rules; this script works with the elements that it rendered.
const html = document.documentElement;
const page = () => document.getElementById("main");
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const setting = {
  get: (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set: (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Without storage, the setting lasts for this page only.
    }
  },
};
const coarse = () => matchMedia("(pointer: coarse)").matches;

// Live updates: the page loads what it may see of a new revision.
let latest = -1;
let loading = false;
const reload = () => htmx.ajax("GET", location.pathname + location.search, { target: "#main", swap: "outerMorph" });
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

// Answers: clicking a thing on the board means the buttons that name it in `data-thing`.
const answersOf = (thing) => all(`#answers .answer[data-thing="${CSS.escape(thing)}"]`);
const thingNamed = (name) => document.getElementById(`thing-${name}`);
let selected = {}; // chosen by touch and not yet confirmed

function preview(buttons, confirm = false) {
  const box = document.getElementById("preview");
  if (!box) return;
  box.replaceChildren();
  for (const button of buttons) {
    const part = document.createElement(confirm ? "button" : "span");
    part.append(...[...button.childNodes].map((node) => node.cloneNode(true)));
    if (confirm) {
      part.type = "button";
      part.className = "answer plain";
      part.addEventListener("click", () => give(button));
    }
    box.append(part);
  }
}
function light(buttons) {
  for (const lit of all(".lit")) lit.classList.remove("lit");
  for (const button of buttons) {
    button.classList.add("lit");
    const things = [button.dataset.thing, ...(button.dataset.lights || "").split(" ")];
    for (const name of things.filter(Boolean)) thingNamed(name)?.classList.add("lit");
  }
}
function look(buttons) {
  light(buttons);
  preview(buttons);
}
function give(button) {
  closeMenu();
  if (button.hasAttribute("data-reveals") && setting.get("ask") !== "no") {
    ask(button.querySelector(".label").textContent, true, () => submit(button.value));
  } else {
    submit(button.value);
  }
}
function ask(choice, mayStop, go) {
  const dialog = document.getElementById("confirm");
  const text = document.getElementById("confirm-text");
  const never = document.getElementById("confirm-never");
  text.textContent = text.dataset.text;
  document.getElementById("confirm-choice").textContent = choice;
  never.closest("label").hidden = !mayStop;
  dialog.onclose = () => {
    if (mayStop && never.checked) setting.set("ask", "no");
    if (dialog.returnValue === "yes") go();
    else goBack();
    dialog.returnValue = "";
  };
  dialog.showModal();
}
function submit(answer) {
  const button = all("#answers .answer").find((other) => other.value === answer);
  if (!button || button.form.dataset.sent) return;
  button.form.dataset.sent = "yes";
  button.form.requestSubmit(button);
}
function choose(thing, event) {
  const buttons = answersOf(thing);
  if (!buttons.length) return false;
  if (event.pointerType === "touch" || (event.detail && coarse())) {
    selected = { thing, version: page().dataset.version };
    light(buttons);
    preview(buttons, true);
    showTab("prompt");
  } else if (buttons.length === 1) {
    give(buttons[0]);
  } else {
    openMenu(buttons, event);
  }
  return true;
}
function openMenu(buttons, event) {
  const menu = document.getElementById("menu");
  menu.replaceChildren();
  for (const button of buttons) {
    const item = document.createElement("button");
    item.type = "button";
    item.className = "answer";
    item.append(...[...button.childNodes].map((node) => node.cloneNode(true)));
    item.addEventListener("click", () => give(button));
    item.addEventListener("pointerenter", () => look([button]));
    item.addEventListener("focus", () => look([button]));
    menu.append(item);
  }
  menu.hidden = false;
  const box = event.target.getBoundingClientRect();
  const left = event.clientX || box.right;
  const top = event.clientY || box.bottom;
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(top, innerHeight - menu.offsetHeight - 8))}px`;
  menu.querySelector("button").focus();
}
function closeMenu() {
  const menu = document.getElementById("menu");
  if (menu) menu.hidden = true;
}

document.addEventListener("click", (event) => {
  const thing = event.target.closest?.("[data-thing].thing");
  if (thing) {
    if (dragged) return;
    if (!choose(thing.dataset.thing, event)) inspect(thing.dataset.thing);
    return;
  }
  const answer = event.target.closest?.("#answers .answer");
  if (answer && answer.form.dataset.sent !== "yes") {
    event.preventDefault();
    if (!event.detail) resume = { list: true };
    give(answer);
    return;
  }
  const resign = event.target.closest?.("form[action$='/resign'] button");
  if (resign) {
    event.preventDefault();
    ask(resign.textContent, false, () => {
      showTab("prompt");
      resign.form.requestSubmit();
    });
  }
  if (!event.target.closest?.("#menu")) closeMenu();
});
document.addEventListener("pointerover", (event) => {
  const thing = event.target.closest?.(".thing.open");
  const button = event.target.closest?.("#answers .answer");
  if (event.pointerType === "touch") return;
  if (thing) look(answersOf(thing.dataset.thing));
  else if (button) light([button]); // it tells itself what it costs and brings
  else if (!event.target.closest?.("#menu, #preview")) look([]);
});
document.addEventListener("focusin", (event) => {
  const thing = event.target.closest?.(".thing.open");
  const button = event.target.closest?.("#answers .answer");
  if (thing) look(answersOf(thing.dataset.thing));
  else if (button) light([button]);
});

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

// Keyboard
const moving = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
document.addEventListener("keydown", (event) => {
  if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const thing = event.target.closest?.(".thing.open");
  if (thing && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    const box = thing.getBoundingClientRect();
    resume = { spot: middle(thing) };
    choose(thing.dataset.thing, { target: thing, clientX: box.right, clientY: box.bottom });
  } else if (thing && moving[event.key]) {
    event.preventDefault();
    nextThing(thing, ...moving[event.key])?.focus();
  } else if (thing && event.key === "i") {
    inspect(thing.dataset.thing);
  } else if (event.key === "Escape") {
    closeMenu();
    goBack();
    const about = document.getElementById("about");
    if (about) about.hidden = true;
  } else if (event.key === "u") {
    document.getElementById("undo")?.click();
  } else if (event.key === "h") {
    document.getElementById("hint")?.click();
  } else if (event.key === "l") {
    toggleList();
    document.querySelector("#answers .answer")?.focus();
  } else if (event.key === "ArrowLeft" && page()?.dataset.replay) {
    document.getElementById("back")?.click();
  } else if (event.key === "ArrowRight" && page()?.dataset.replay) {
    document.getElementById("forward")?.click();
  }
});
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
// The nearest open thing in a direction; distance to the side counts double.
function nextThing(from, x, y) {
  const [startX, startY] = middle(from);
  let best = null;
  let least = Infinity;
  for (const other of all(".thing.open")) {
    const [otherX, otherY] = middle(other);
    const ahead = (otherX - startX) * x + (otherY - startY) * y;
    const aside = Math.abs((otherX - startX) * y) + Math.abs((otherY - startY) * x);
    if (other !== from && ahead > 1 && ahead + 2 * aside < least) {
      best = other;
      least = ahead + 2 * aside;
    }
  }
  return best;
}
// After an answer by keyboard, the focus returns to the same place, at once or at the next turn.
let resume = null; // the spot on the board, or the list, until the focus is back or elsewhere
function goBack() {
  if (!resume || !page().hasAttribute("data-my-turn")) return;
  const focused = document.activeElement;
  const seen = focused !== document.body && focused.checkVisibility();
  if (seen && focused.closest("#menu, #confirm")) return;
  const lost = !seen || focused.matches("#stage .thing:not(.open)");
  const far = (thing) => Math.hypot(...middle(thing).map((value, axis) => value - resume.spot[axis]));
  const things = resume.list ? [] : all("#stage .thing.open").sort((one, other) => far(one) - far(other));
  if (lost) (things[0] || document.querySelector("#answers .answer"))?.focus();
  resume = null;
}
document.addEventListener("pointerdown", () => (resume = null));
document.addEventListener("focusin", (event) => {
  if (!event.target.closest("#stage, #menu, #confirm, #answers")) resume = null;
});

function toggleList() {
  html.classList.toggle("list-open");
  setting.set("list", html.classList.contains("list-open") ? "open" : "closed");
}

// Pan and zoom: the visible part of the board, which stays the same after updates.
let part = null;
let dragged = false;
const fingers = new Map();
function picture() {
  return document.querySelector("#stage .picture");
}
function whole(svg) {
  return svg.dataset.whole.split(" ").map(Number);
}
function showPart() {
  const svg = picture();
  if (!svg) return;
  svg.dataset.whole ||= svg.getAttribute("viewBox");
  const [x, y, width, height] = whole(svg);
  if (part) {
    part.width = Math.min(width, Math.max(width / 6, part.width));
    part.height = (part.width * height) / width;
    part.x = Math.min(x + width - part.width, Math.max(x, part.x));
    part.y = Math.min(y + height - part.height, Math.max(y, part.y));
    if (part.width === width) part = null;
  }
  svg.setAttribute("viewBox", part ? [part.x, part.y, part.width, part.height].join(" ") : svg.dataset.whole);
  html.classList.toggle("zoomed", Boolean(part));
}
function toBoard(clientX, clientY) {
  const svg = picture();
  const point = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}
function zoom(factor, clientX, clientY) {
  const svg = picture();
  if (!svg) return;
  const [x, y, width, height] = whole(svg);
  part ||= { x, y, width, height };
  const box = svg.getBoundingClientRect();
  const [pointX, pointY] = toBoard(clientX ?? box.x + box.width / 2, clientY ?? box.y + box.height / 2);
  part.x = pointX - (pointX - part.x) / factor;
  part.y = pointY - (pointY - part.y) / factor;
  part.width /= factor;
  showPart();
}
document.addEventListener("click", (event) => {
  const tool = event.target.closest?.("[data-zoom]");
  if (!tool) return;
  if (tool.dataset.zoom === "all") {
    part = null;
    showPart();
  } else {
    zoom(tool.dataset.zoom === "in" ? 1.5 : 1 / 1.5);
  }
});
document.addEventListener("wheel", (event) => {
  if (!event.target.closest?.("#stage")) return;
  event.preventDefault();
  zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
}, { passive: false });
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest?.("#stage")) return;
  if (!fingers.size) dragged = false;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
});
document.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const moved = Math.hypot(event.clientX - before[0], event.clientY - before[1]);
  if (moved < 6 && !dragged) return;
  dragged = true;
  if (fingers.size === 2) {
    const other = [...fingers.entries()].find(([id]) => id !== event.pointerId)[1];
    const old = Math.hypot(before[0] - other[0], before[1] - other[1]);
    const now = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
    if (old > 0) zoom(now / old, (event.clientX + other[0]) / 2, (event.clientY + other[1]) / 2);
  } else if (part) {
    const [fromX, fromY] = toBoard(...before);
    const [toX, toY] = toBoard(event.clientX, event.clientY);
    part.x += fromX - toX;
    part.y += fromY - toY;
    showPart();
  } else if (event.pointerType === "touch") {
    scrollBy(0, before[1] - event.clientY);
  }
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, (event) => {
    fingers.delete(event.pointerId);
    setTimeout(() => {
      if (!fingers.size) dragged = false;
    });
  });
}

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
  if (event.target.closest?.("#list-toggle")) toggleList();
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
  part = null;
  showPart();
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
  showPart();
  motion.show();
  announce();
  showTab(html.dataset.tab);
  for (const [id, usual] of [["sound", "no"], ["notify", "no"], ["ask", "yes"]]) {
    const box = document.getElementById(id);
    if (box) box.checked = (setting.get(id) || usual) === "yes";
  }
  for (const thing of all("#stage .thing.open")) {
    const buttons = answersOf(thing.dataset.thing);
    if (!buttons.length) continue;
    const what = thing.querySelector("title").textContent;
    const answers = buttons.map((button) => button.textContent.replace(/\s+/g, " ").trim());
    thing.setAttribute("aria-label", `${what}: ${answers.join("; ")}`);
  }
  const hints = document.getElementById("hints"); // kept by updates until the game goes on
  if (hints && hints.dataset.version !== page().dataset.version) {
    hints.replaceChildren();
    hints.dataset.version = page().dataset.version;
  }
  if (step >= 0) guideTarget().classList.add("guide-target");
  if (selected.version === page().dataset.version) light(answersOf(selected.thing));
  else look([]);
}
document.addEventListener("htmx:before:swap", () => motion.remember());
document.addEventListener("htmx:after:swap", () => {
  document.getElementById("prompt")?.scrollTo(0, 0);
  settle();
  goBack();
});
document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (sourceElement?.id === "chat-form" && response?.status < 400) {
    document.getElementById("chat-text").value = "";
  }
});
document.addEventListener("htmx:finally:request", () => {
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

if (setting.get("list") === "open" || (!setting.get("list") && innerWidth >= 1024)) html.classList.add("list-open");
settle();
listen();
const box = document.getElementById("guide");
if (box && page().hasAttribute("data-my-turn") && Number(page().dataset.moves) < 4 && !setting.get(`guided-${box.dataset.game}`)) guide(0);
