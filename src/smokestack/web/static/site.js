// For every page: settings kept in the browser, theme, selects that submit their form, copy buttons, the
// number of games that wait for the visitor, the example game.
const root = document.documentElement;
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

document.getElementById("theme")?.addEventListener("click", () => {
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  setting.set("theme", root.dataset.theme);
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
  if (event.target.matches("[data-seat]")) showNames();
});

function showNames() {
  for (const label of document.querySelectorAll("[data-shown-for]")) {
    label.hidden = document.getElementById(label.dataset.shownFor).value !== "here";
  }
}
showNames();

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy-button]");
  if (!button) return;
  const field = button.parentElement.querySelector("[data-copy]");
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  button.textContent = button.dataset.copied;
});

// The number of games in which it is the visitor's turn. The start page knows it from its lists.
const TURNS_SECONDS = 20;
const waiting = { elsewhere: 0, here: false, title: document.title };
// Title, icon and the badge of the installed app; a table passes its title and whether it waits as well.
function showWaiting(changed) {
  Object.assign(waiting, changed);
  document.title = `${waiting.elsewhere ? `(${waiting.elsewhere}) ` : ""}${waiting.title}`;
  const icon = document.getElementById("favicon");
  const all = waiting.elsewhere + (waiting.here ? 1 : 0);
  icon.href = all ? icon.dataset.turn : icon.dataset.idle;
  (all ? navigator.setAppBadge?.(all) : navigator.clearAppBadge?.())?.catch(() => {});
}
function showTurns(count) {
  const badge = document.getElementById("my-turns");
  badge.hidden = !count;
  badge.querySelector(".count").textContent = count;
  showWaiting({ elsewhere: count });
}
// Also while the page is in the background, where only its title is visible.
async function askForTurns() {
  try {
    const reply = await fetch(`/turns?besides=${document.getElementById("main")?.dataset.table || ""}`);
    if (reply.ok) showTurns(Number(await reply.text()));
  } catch {
    // Asked again later.
  }
}
const listed = document.getElementById("lists");
if (listed) {
  showTurns(Number(listed.dataset.turns));
} else {
  askForTurns();
  setInterval(askForTurns, TURNS_SECONDS * 1000);
  document.addEventListener("visibilitychange", askForTurns);
}

const pause = document.getElementById("example-pause");
if (pause) {
  let number = 0;
  let timer = null;
  const step = () => {
    const example = document.getElementById("example");
    number = (number + 1) % (Number(example.dataset.length) + 1);
    htmx.ajax("GET", `/example/${number}`, { target: "#example", swap: "outerMorph" });
  };
  const toggle = () => {
    if (timer) clearInterval(timer);
    timer = timer ? null : setInterval(step, 1400);
    pause.textContent = timer ? pause.dataset.pause : pause.dataset.go;
  };
  pause.addEventListener("click", toggle);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) toggle();
}

// Keeps what was filled in when another game, edition or number of players is chosen.
for (const link of document.querySelectorAll(".new .choices a")) {
  link.addEventListener("click", () => {
    const address = new URL(link.href);
    for (const [name, value] of new FormData(document.querySelector(".new form"))) {
      if (/^(name|title|format|rounds|max-entrants|starts|seat|first|open|hints|absence|pace|minutes|increment|turn-hours|reserve|night|zone|on-timeout)/.test(name)) address.searchParams.set(name, value);
    }
    link.href = address;
  });
}
