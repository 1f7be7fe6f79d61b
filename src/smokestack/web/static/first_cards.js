// Keeps what this browser saw of the deal, seat by seat, to compare it with the shuffles after the game.
(() => {
  function keep() {
    const { table, firstCards } = document.getElementById("main")?.dataset ?? {};
    if (!firstCards) return;
    const name = `deal-cards-${table}`;
    const kept = JSON.parse(setting.get(name) || "{}");
    for (const [seat, cards] of Object.entries(JSON.parse(firstCards))) {
      kept[seat] = { ...cards, ...kept[seat] };
    }
    setting.set(name, JSON.stringify(kept));
  }
  keep();
  document.addEventListener("table:after", keep);
})();
