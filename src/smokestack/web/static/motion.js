// Animates changes on the board: pieces that appear, small markers that move. Each board is compared
// with the previous one. A picture marks its pieces with `data-piece` and an id, its markers, which are
// squares (`rect`), with `data-marker` and their kind, and the element that an action is about with `data-due`.
const motion = (() => {
  const MILLISECONDS = 280;
  const MIN_SIZE = 12; // pixels; smaller markers could not be seen while they move
  const MAX_MARKERS = 16; // a new period moves too many to follow
  const SVG = "http://www.w3.org/2000/svg";
  let before = null;

  const minus = (some, others) => [...some].filter(([key]) => !others.has(key)).map(([, spot]) => spot);

  // In pixels of the window, since markers move between pictures.
  function spotOf(element) {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, size: box.width, element };
  }

  function look(page = document.getElementById("main")) {
    const stage = page?.querySelector("#stage");
    if (!stage) return null;
    const due = stage.querySelector("[data-due]")?.dataset.due || "";
    const seen = { due, markers: new Map(), pieces: new Map() };
    for (const piece of stage.querySelectorAll("[data-piece]")) seen.pieces.set(piece.id, { element: piece });
    const counts = new Map();
    for (const marker of stage.querySelectorAll("[data-marker]")) {
      const holder = marker.closest("[id]").id;
      const number = counts.get(holder) || 0;
      counts.set(holder, number + 1);
      seen.markers.set(`${holder} ${number}`, { element: marker, kind: marker.dataset.marker, holder });
    }
    return seen;
  }

  // Where markers are used or come from: the target of the action, or else the pieces that appeared or vanished.
  function places(old, changed) {
    const thing = document.getElementById(old.due);
    return thing ? [spotOf(thing.querySelector("[data-piece]") || thing)] : changed;
  }

  function nearest(spots, { x, y }) {
    const far = (spot) => Math.hypot(spot.x - x, spot.y - y);
    return spots.reduce((best, spot) => (best && far(best) <= far(spot) ? best : spot), undefined);
  }

  function travel(old, now, changed) {
    const used = places(old, changed);
    const lost = minus(old.markers, now.markers).filter(({ holder }) => !old.pieces.has(holder) || now.pieces.has(holder));
    const found = minus(now.markers, old.markers).filter(({ holder, element }) => {
      return element.closest(".thing").id !== old.due && (!now.pieces.has(holder) || old.pieces.has(holder));
    });
    if (lost.length + found.length > MAX_MARKERS) return;
    for (const marker of found.map((each) => ({ ...each, ...spotOf(each.element) }))) {
      const other = lost.findIndex(({ kind }) => !used.length && kind === marker.kind);
      const from = nearest(used, marker) || lost.splice(other, other < 0 ? 0 : 1)[0];
      if (!from) continue;
      fly(marker.element, { ...from, size: Math.min(from.size, marker.size) }, marker);
      marker.element.animate({ opacity: [0, 0] }, MILLISECONDS);
    }
    for (const marker of lost) {
      const to = nearest(used, marker) || marker;
      fly(marker.element, marker, { ...to, size: marker.size / 2 }, [1, 1, 0]);
    }
  }

  function fly(element, from, to, opacity = [1, 1]) {
    const layer = document.createElementNS(SVG, "svg");
    layer.setAttribute("class", "picture motion");
    layer.setAttribute("aria-hidden", "true");
    const marker = element.cloneNode();
    marker.removeAttribute("id");
    marker.classList.add("travels");
    const shape = { x: -5, y: -5, width: 10, height: 10, rx: 1 };
    for (const [name, value] of Object.entries(shape)) marker.setAttribute(name, value);
    const transform = [from, to].map(({ x, y, size }) => `translate(${x}px, ${y}px) scale(${Math.max(size, MIN_SIZE) / 10})`);
    document.body.append(layer);
    layer.append(marker);
    const done = () => layer.remove();
    marker.animate({ transform, opacity }, { duration: MILLISECONDS, easing: "ease-out", fill: "both" }).finished.then(done, done);
  }

  const isStill = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

  return {
    // Call before the board changes, with the page to come: what will vanish has a place only now.
    remember(fresh) {
      before = look();
      const next = look(fresh);
      if (!before || !next || isStill()) return;
      for (const name of ["markers", "pieces"]) {
        for (const spot of minus(before[name], next[name])) Object.assign(spot, spotOf(spot.element));
      }
    },
    // Call after it has changed.
    show() {
      const old = before;
      before = null;
      const now = old && look();
      if (!now) return;
      const come = minus(now.pieces, old.pieces);
      if (!isStill()) travel(old, now, [...come.map(({ element }) => spotOf(element)), ...minus(old.pieces, now.pieces)]);
      for (const { element } of come) element.classList.add("arrived");
    },
  };
})();
