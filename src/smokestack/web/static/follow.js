// Follows the others: live updates, one action after another at the reader's speed; what happened since
// the reader's last turn; the log, whose entries show on the board; and messages that are not read yet.
const follow = (() => {
  const SECONDS = { slow: 2.4, normal: 1.2, fast: 0.5, instant: 0 }; // between two actions
  const speed = () => SECONDS[setting.get("pace")] ?? SECONDS.normal;

  let latest = -1;
  let shownAt = 0;
  let hurry = false; // the reader wants to see the current position
  let wake = () => {};

  // Waits, until the reader stops it.
  function rest(milliseconds) {
    if (milliseconds <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  function address(name, value) {
    const found = new URL(location);
    for (const each of ["at", "after"]) found.searchParams.delete(each);
    if (name) found.searchParams.set(name, value);
    return found.pathname + found.search;
  }
  async function load(name, value) {
    const before = page().dataset.moves;
    const changed = await update.load(address(name, value));
    if (page().dataset.moves !== before) shownAt = performance.now();
    return changed;
  }

  const isSending = () => document.getElementById("answers")?.dataset.sent || live.isHolding();
  const isBehind = () => Number(page().dataset.revision) < latest || page().hasAttribute("data-past");
  const isSlow = () => speed() && !hurry && !document.hidden;
  let running = null; // the promise of catching up
  function catchUp() {
    if (watching || isSending()) return; // the response to an answer contains the update
    running ||= showNext().finally(() => {
      running = null;
    });
  }
  // Requests the current position again, although its revision is the same.
  function refresh() {
    if (watching || running || isSending()) return;
    running = load()
      .catch(lost)
      .finally(() => {
        running = null;
        catchUp();
      });
  }
  async function showNext() {
    try {
      while (!watching && !isSending() && isBehind()) {
        const known = latest;
        if (isSlow()) await rest(shownAt + speed() * 1000 - performance.now());
        if (watching || isSending()) return;
        const before = page().dataset.revision;
        const slowly = isSlow();
        const changed = slowly ? await load("after", page().dataset.moves) : await load();
        if (!changed && latest === known) return; // a bot is in the middle of an action
        if (changed && !slowly && page().dataset.revision === before) await live.sleep(1);
      }
      hurry = false;
    } catch (error) {
      lost(error);
    }
  }
  function lost(error) {
    if (!(error instanceof TypeError)) throw error; // `fetch` fails with it
    live.connectionLost(); // which tells of the latest revision again once the server can be reached
  }

  // What happened since the reader's last turn. Live updates wait meanwhile.
  let watching = 0; // counts what the reader asked for; 0: the current position
  let asked = 0;
  async function watch(number, plays) {
    asked += 1;
    const mine = asked;
    watching = mine;
    wake();
    try {
      await running;
      await load("at", number);
      while (plays && watching === mine) {
        await rest((speed() || SECONDS.normal) * 1000);
        if (watching !== mine) return;
        const { next } = page().dataset;
        if (next === undefined) end();
        else await load("at", next);
      }
    } catch (error) {
      watching = 0;
      lost(error);
    }
  }
  function end() {
    watching = 0;
    hurry = true;
    wake();
    catchUp();
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#since, .past-tools a");
    if (!link) return;
    event.preventDefault();
    if (link.id === "since") watch(link.dataset.from, true);
    else if (link.id === "past-end") end();
    else if (link.hasAttribute("href")) watch(new URL(link.href).searchParams.get("at"), false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && page()?.hasAttribute("data-past")) end();
  });
  document.addEventListener("visibilitychange", () => wake());

  // The log: pointing at an entry shows on the board what it was about; a click also moves the map there.
  function point(entry, move) {
    for (const told of all(".told")) told.classList.remove("told");
    const things = (entry?.dataset.things || "").split(" ").map((name) => thingNamed(name)).filter(Boolean);
    for (const thing of things) thing.classList.add("told");
    if (move && things.length) board.show(things.find((thing) => thing.closest("#part-board")) || things[0]);
  }
  const entryOf = (event) => event.target.closest?.(".log-entry[data-things]");
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch" && (entryOf(event) || document.querySelector(".told"))) point(entryOf(event), false);
  });
  document.addEventListener("focusin", (event) => point(entryOf(event), true));
  document.addEventListener("click", (event) => {
    if (entryOf(event)) point(entryOf(event), true);
  });

  // Messages that are not read yet: those after the last one that was in sight.
  function countUnread() {
    const badge = document.getElementById("unread");
    if (!badge) return;
    const name = `read-${page().dataset.table}`;
    const numbers = all("#chat-messages [data-message]").map((line) => Number(line.dataset.message));
    const inSight = !document.hidden && document.getElementById("chat-messages").checkVisibility();
    if (inSight && numbers.length) setting.set(name, String(Math.max(...numbers)));
    const unread = numbers.filter((number) => number > Number(setting.get(name) || 0)).length;
    badge.hidden = inSight || !unread;
    badge.querySelector(".count").textContent = unread;
  }
  document.addEventListener("visibilitychange", countUnread);

  return {
    catchUp,
    refresh,
    countUnread,
    listen() {
      const table = page()?.dataset.table;
      if (!table) return;
      live.follow(`/tables/${table}`, (revision) => {
        latest = revision;
        catchUp();
      });
    },
  };
})();
