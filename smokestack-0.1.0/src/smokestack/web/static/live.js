// Live updates of a table: the server sends its revision whenever it changes. If the stream is
// refused, because too many are open, the page asks for the revision regularly.
const live = (() => {
  const POLL_SECONDS = 3;
  const POLLS_BEFORE_RETRY = 10;
  const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  async function poll(table, changed) {
    for (let count = 0; count < POLLS_BEFORE_RETRY; count += 1) {
      try {
        const reply = await fetch(`/tables/${table}/revision`);
        if (reply.ok) changed(Number(await reply.text()));
      } catch {
        // The server can't be reached right now.
      }
      await sleep(POLL_SECONDS * (0.5 + Math.random()));
    }
    follow(table, changed);
  }
  // Calls `changed` with the current revision and with each new one.
  function follow(table, changed) {
    if (!window.EventSource) {
      poll(table, changed);
      return;
    }
    const stream = new EventSource(`/tables/${table}/events`);
    stream.addEventListener("revision", (event) => changed(Number(event.data)));
    stream.addEventListener("error", () => {
      if (stream.readyState === EventSource.CLOSED) poll(table, changed);
    });
    addEventListener("pagehide", () => stream.close(), { once: true });
  }
  return { follow, sleep };
})();
