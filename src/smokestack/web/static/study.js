// The study board: the address follows the position, and links to other positions change the board
// without loading the page again.
(() => {
  const here = () => location.pathname + location.search;
  let asked = ""; // the address that is being loaded: an answer that arrives before it is out of date

  async function load() {
    const address = here();
    asked = address;
    try {
      await reload();
    } finally {
      if (asked === address) asked = "";
    }
  }
  function goTo(address) {
    history.pushState(null, "", address);
    return load();
  }
  function followAddress() {
    const { address } = page().dataset;
    if (asked && asked !== address) return;
    if (here() !== address) history.pushState(null, "", address);
    for (const back of all("input[name='back']")) back.value = address;
  }
  addEventListener("popstate", load);
  document.addEventListener("table:after", (event) => event.detail.push(followAddress));
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-step][href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(link.getAttribute("href"));
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.("input, select, textarea, .part") || event.target.closest?.(".thing")) return;
    if (event.key === "ArrowLeft" || event.key === "u") document.getElementById("back")?.click();
    else if (event.key === "ArrowRight") document.getElementById("forward")?.click();
  });
})();
