// Counts the running clock of a table down between two updates of the page.
(() => {
  const DAY = 24 * 3600;
  let started = Date.now();
  const restart = () => {
    started = Date.now();
  };
  const two = (number) => String(number).padStart(2, "0");
  function text(seconds) {
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    const rest = two(Math.floor(seconds) % 60);
    return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
  }
  function tick() {
    for (const clock of document.querySelectorAll(".clock-time[data-runs]")) {
      let passed = (Date.now() - started) / 1000;
      if (clock.dataset.stopsIn) passed = Math.min(passed, Number(clock.dataset.stopsIn));
      const left = Math.max(0, Number(clock.dataset.runs) - passed);
      if (left < DAY) clock.textContent = text(left);
    }
  }
  document.addEventListener("htmx:after:swap", () => {
    restart();
    tick();
  });
  setInterval(tick, 500);
})();
