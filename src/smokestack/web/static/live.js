// Live updates, and what happens without a connection. The server sends a revision whenever something
// changes, and a heartbeat every two seconds, because a network can fail without closing connections.
// If the stream is refused, because too many are open, the page asks for the revision regularly.
//
// While the connection is lost, a line says so. A move that could not be sent is kept and sent again:
// its key makes sure that the server takes it only once. Anything else is refused with a message.
const live = (() => {
  const POLL_SECONDS = 3;
  const POLLS_BEFORE_RETRY = 10;
  const LOST_AFTER = 1000; // milliseconds without a stream
  const SILENT_AFTER = 2800; // milliseconds without a heartbeat
  const SLOW_AFTER = 2500; // milliseconds without a response
  const CHECK_SECONDS = 2; // between attempts to reach the server again
  const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

  let followed = null; // the path, and the function to call
  let stream = null;
  let isLost = false;
  let lossTimer = 0;
  let silenceTimer = 0;
  let held = null; // a move that waits for the connection
  let slowTimer = 0;

  // The line at the top of the page; `what` is one of its texts, or empty.
  function showStatus(what) {
    const line = document.getElementById("connection");
    if (!line) return;
    line.hidden = !what;
    line.querySelector(".text").textContent = what ? line.dataset[what] : "";
    line.querySelector("button").hidden = what !== "held";
  }
  const showState = () => showStatus(held ? "held" : isLost ? "lost" : "");

  function connectionLost() {
    clearTimeout(lossTimer);
    if (isLost) return;
    isLost = true;
    showState();
    check();
  }
  function mayBeLost() {
    clearTimeout(lossTimer);
    lossTimer = setTimeout(connectionLost, LOST_AFTER);
  }
  function found() {
    clearTimeout(lossTimer);
    if (!isLost && !held) return;
    // After what is done now: a new revision brings the page up to date anyway.
    if (isLost) setTimeout(() => document.dispatchEvent(new Event("live:found")));
    isLost = false;
    const kept = held;
    held = null;
    showState();
    if (kept) resume(kept);
  }
  function expectHeartbeat() {
    clearTimeout(silenceTimer);
    // Timers of hidden pages are late.
    if (stream && !document.hidden) silenceTimer = setTimeout(connectionLost, SILENT_AFTER);
  }
  async function ask() {
    const reply = await fetch(`${followed.path}/revision`);
    if (!reply.ok) throw new Error(`revision: ${reply.status}`);
    return Number(await reply.text());
  }
  async function check() {
    while (isLost && followed) {
      await sleep(CHECK_SECONDS * (0.5 + Math.random() / 2));
      try {
        const revision = await ask();
        if (!isLost) return;
        found();
        followed.changed(revision);
        if (stream) open();
      } catch {
        // Still lost.
      }
    }
  }

  // Moves that could not be sent. If only the response was lost, the page shows it; otherwise the server
  // tells from the key whether it has the move already.
  async function resume(move) {
    try {
      await update.load(location.pathname + location.search);
      const { version, ownMove } = document.getElementById("main").dataset;
      const isDone = version !== move.body.get("version") && ownMove !== undefined;
      if (!isDone) await update.load(move.action, { method: "POST", body: move.body });
      move.done();
    } catch {
      held = move;
      connectionLost();
      showState();
    }
  }
  document.addEventListener("htmx:before:request", () => {
    clearTimeout(slowTimer);
    slowTimer = setTimeout(() => showStatus("slow"), SLOW_AFTER);
  });
  document.addEventListener("htmx:finally:request", () => {
    clearTimeout(slowTimer);
    showState();
  });
  document.addEventListener("htmx:error", (event) => {
    const { ctx, error } = event.detail;
    if (!ctx || ctx.response) return; // the server has answered
    const { action, body } = ctx.request;
    const source = ctx.sourceElement;
    const isLate = error?.name === "AbortError";
    if (body?.get?.("key")) {
      if (source) source.dataset.sent = "yes";
      held = { action, body, done: () => source && delete source.dataset.sent };
      connectionLost();
      showState();
    } else {
      refuse(isLate ? "late" : "failed");
      if (!isLate) connectionLost();
    }
  });
  function refuse(what) {
    const notices = document.getElementById("notices");
    const text = document.getElementById("connection")?.dataset[what];
    if (!notices || !text) return;
    const notice = document.createElement("p");
    notice.className = "notice";
    notice.textContent = text;
    notices.replaceChildren(notice);
    setTimeout(() => notice.remove(), 6000);
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#connection button")) return;
    held?.done();
    held = null;
    showState();
  });

  // The stream, or polling
  async function poll() {
    for (let count = 0; count < POLLS_BEFORE_RETRY; count += 1) {
      try {
        followed.changed(await ask());
        found();
      } catch {
        mayBeLost();
      }
      await sleep(POLL_SECONDS * (0.5 + Math.random()));
    }
    open();
  }
  function open() {
    stream?.close();
    stream = null;
    if (!window.EventSource) {
      poll();
      return;
    }
    const opened = new EventSource(`${followed.path}/events`);
    stream = opened;
    opened.addEventListener("heartbeat", () => {
      expectHeartbeat();
      found();
    });
    opened.addEventListener("revision", (event) => {
      expectHeartbeat();
      found();
      followed.changed(Number(event.data));
    });
    opened.addEventListener("error", () => {
      if (stream !== opened) return;
      mayBeLost();
      if (opened.readyState !== EventSource.CLOSED) return;
      stream = null;
      expectHeartbeat();
      poll();
    });
  }
  document.addEventListener("visibilitychange", expectHeartbeat);
  addEventListener("pagehide", () => stream?.close());
  addEventListener("pageshow", (event) => {
    if (event.persisted && followed) open(); // from the cache of the browser
  });
  addEventListener("offline", connectionLost);

  return {
    sleep,
    connectionLost,
    isHolding: () => Boolean(held),
    // A click while a move waits: the line says why nothing happens.
    remind() {
      const line = document.getElementById("connection");
      line?.animate({ transform: ["scale(1)", "scale(1.04)", "scale(1)"] }, 250);
    },
    // Calls `changed` with the current revision of what has this path, and with each new one.
    follow(path, changed) {
      followed = { path, changed };
      open();
    },
  };
})();
