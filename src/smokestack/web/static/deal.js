// Keeps what this browser saw of the deal, to compare it after the game: before the start the commitment and
// who has which seat, then the first cards, seat by seat. Without storage, this browser can't compare it.
const deal = (() => {
  const nameOf = (what) => `deal-${what}-${document.getElementById("main").dataset.table}`;
  const read = (what) => JSON.parse(setting.get(nameOf(what)) || "null");
  const write = (what, value) => setting.set(nameOf(what), JSON.stringify(value));

  // Each seat is "mine", "bot" or "person". Until the cards are dealt a person may leave and a bot may get the
  // seat; a seat of a bot stays one.
  function keepSeats(seats, dealt) {
    const kept = read("seats");
    if (kept?.dealt || (kept && kept.seats.length !== seats.length)) return;
    write("seats", { seats: seats.map((kind, seat) => (kept?.seats[seat] === "bot" ? "bot" : kind)), dealt });
  }
  function keepCards(cards) {
    const kept = read("cards") ?? {};
    for (const [seat, seen] of Object.entries(cards)) kept[seat] = { ...seen, ...kept[seat] };
    write("cards", kept);
  }
  function keep() {
    const { commitment, dealSeats, firstCards, version } = document.getElementById("main")?.dataset ?? {};
    if (commitment && !setting.get(nameOf("commitment"))) setting.set(nameOf("commitment"), commitment);
    if (dealSeats) keepSeats(JSON.parse(dealSeats), version !== undefined);
    if (firstCards) keepCards(JSON.parse(firstCards));
  }
  keep();
  document.addEventListener("table:after", keep);
  return {
    keep,
    // The browser adds the same text if a table asks again: a server could otherwise choose among several.
    text: () => setting.get(nameOf("text")),
    keepText: (text) => {
      if (/^(?:[^\p{C}\p{Z}]| ){1,64}$/u.test(text)) setting.set(nameOf("text"), text); // others are refused
    },
  };
})();
