// The replay of a game: the slider, the arrows and the player change the URL and the board.
(() => {
  let going = false;
  let timer = 0;

  async function goTo(number) {
    const { replay, query } = page().dataset;
    history.replaceState(null, "", `${replay}${number}${query}`);
    if (going) return; // the loop below then continues to the latest URL
    going = true;
    try {
      while (location.pathname !== `${replay}${page().dataset.number}`) {
        const before = page().dataset.number;
        await reload();
        if (page().dataset.number === before) break;
      }
    } finally {
      going = false;
    }
  }
  const number = () => Number(page().dataset.number);
  const last = () => Number(page().dataset.length);

  // Playing: one move after another, at the chosen speed.
  const seconds = () => Number(document.getElementById("speed").value);
  function show() {
    const button = document.getElementById("play");
    button.textContent = timer ? button.dataset.pause : button.dataset.play;
    button.setAttribute("aria-pressed", String(Boolean(timer)));
  }
  function stop() {
    clearTimeout(timer);
    timer = 0;
    show();
  }
  async function step() {
    await goTo(number() + 1);
    if (!timer) return;
    if (number() >= last()) stop();
    else timer = setTimeout(step, seconds() * 1000);
  }
  async function play() {
    timer = setTimeout(step, seconds() * 1000);
    show();
    if (number() >= last()) await goTo(0);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#back[href], #forward[href]");
    if (link) {
      event.preventDefault();
      stop();
      goTo(number() + (link.id === "forward" ? 1 : -1));
    } else if (event.target.closest?.("a[data-step]")) {
      event.preventDefault();
      stop();
      goTo(Number(event.target.closest("a[data-step]").dataset.step));
    } else if (event.target.closest?.("#slider-chart")) {
      const chart = event.target.closest("#slider-chart").getBoundingClientRect();
      stop();
      goTo(Math.round(Math.min(1, Math.max(0, (event.clientX - chart.left) / chart.width)) * last()));
    } else if (event.target.closest?.("#play")) {
      if (timer) stop();
      else play();
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "slider") {
      stop();
      goTo(Number(event.target.value));
    } else if (event.target.id === "speed") {
      setting.set("replay-speed", event.target.value);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.("input, select, textarea, .part")) return;
    if (event.key === "ArrowLeft") document.getElementById("back")?.click();
    else if (event.key === "ArrowRight") document.getElementById("forward")?.click();
    else if (event.key === " " && !event.target.closest?.("button, a")) {
      event.preventDefault();
      document.getElementById("play").click();
    }
  });

  const speed = document.getElementById("speed");
  if ([...speed.options].some(({ value }) => value === setting.get("replay-speed"))) speed.value = setting.get("replay-speed");
  show();
})();
