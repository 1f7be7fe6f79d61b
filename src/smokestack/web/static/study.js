// The study board: the address follows the position, and links to other positions change the board
// without loading the page again.
(() => {
  let shown = page().dataset.address;

  async function goTo(address) {
    history.pushState(null, "", address);
    await reload();
  }
  function followAddress() {
    const { address } = page().dataset;
    if (address === shown) return;
    shown = address;
    if (location.pathname + location.search !== address) history.pushState(null, "", address);
    for (const back of all("input[name='back']")) back.value = address;
  }
  addEventListener("popstate", reload);
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
