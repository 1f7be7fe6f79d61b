// Counts the running clock of a table down between two updates of the page. Requests the page again
// where its time would be wrong: after the connection was lost, because clocks stand still while the
// server is down, and when a night begins or ends.
(() => {
  const DAY = 24 * 3600;
  let started = Date.now();
  let isAsked = false;
  const restart = () => {
    started = Date.now();
    isAsked = false;
    tick();
  };
  const two = (number) => String(number).padStart(2, "0");
  function text(seconds) {
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    const rest = two(Math.floor(seconds) % 60);
    return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
  }
  function ask() {
    if (isAsked) return;
    isAsked = true;
    follow.refresh();
  }
  function tick() {
    const passed = (Date.now() - started) / 1000;
    for (const clock of document.querySelectorAll(".clock-time")) {
      const { runs, stopsIn, startsIn } = clock.dataset;
      const changesIn = Number(stopsIn ?? startsIn ?? Infinity);
      if (runs) {
        const left = Math.max(0, Number(runs) - Math.min(passed, changesIn));
        clock.textContent = left < DAY ? text(left) : clock.dataset.text;
      }
      if (passed > changesIn) ask();
    }
  }
  document.addEventListener("table:after", restart);
  document.addEventListener("live:found", () => {
    isAsked = false;
    if (document.querySelector(".clock-time")) ask();
  });
  setInterval(tick, 500);
})();
