// Animates changes on the board: pieces that appear, cubes that move. Each picture is compared with
// the previous one. A picture marks its pieces with `data-piece` and an id, its cubes with
// `data-cube` (the kind, also a class), and the element that an action is about with `data-due`.
const motion = (() => {
  const PIECES = "[data-piece]";
  const MILLISECONDS = 280;
  const MIN_SIZE = 12; // units; smaller cubes could not be seen while they move
  const MAX_CUBES = 16; // a new period moves too many to follow
  let before = null;

  const minus = (some, others) => [...some].filter(([key]) => !others.has(key)).map(([, spot]) => spot);

  // In units of the board, independent of the zoom.
  function spotOf(element, svg) {
    const box = element.getBoundingClientRect();
    const scale = svg.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(scale);
    return { x, y, size: box.width * scale.a, element };
  }

  function look() {
    const svg = document.querySelector("#stage .picture");
    if (!svg?.getScreenCTM()) return null;
    const due = svg.querySelector("[data-due]")?.dataset.due || "";
    const seen = { svg, due, cubes: new Map(), pieces: new Map() };
    for (const piece of svg.querySelectorAll(PIECES)) seen.pieces.set(piece.id, spotOf(piece, svg));
    for (const cube of svg.querySelectorAll("[data-cube]")) {
      const holder = cube.closest("[id]").id;
      let number = 0;
      while (seen.cubes.has(`${holder} ${number}`)) number++;
      const kind = cube.dataset.cube;
      const thing = cube.closest(".thing").id;
      seen.cubes.set(`${holder} ${number}`, { ...spotOf(cube, svg), kind, holder, thing });
    }
    return seen;
  }

  // Where cubes are used or come from: the target of the action, or else the pieces that appeared or vanished.
  function places(old, now, changed) {
    const thing = document.getElementById(old.due);
    return thing ? [spotOf(thing.querySelector(PIECES) || thing, now.svg)] : changed;
  }

  function nearest(spots, { x, y }) {
    const far = (spot) => Math.hypot(spot.x - x, spot.y - y);
    return spots.reduce((best, spot) => (best && far(best) <= far(spot) ? best : spot), undefined);
  }

  function travel(old, now, changed) {
    const used = places(old, now, changed);
    const lost = minus(old.cubes, now.cubes).filter(({ holder }) => !old.pieces.has(holder) || now.pieces.has(holder));
    const found = minus(now.cubes, old.cubes).filter(({ holder, thing }) => {
      return thing !== old.due && (!now.pieces.has(holder) || old.pieces.has(holder));
    });
    if (lost.length + found.length > MAX_CUBES) return;
    for (const cube of found) {
      const other = lost.findIndex(({ kind }) => !used.length && kind === cube.kind);
      const from = nearest(used, cube) || lost.splice(other, other < 0 ? 0 : 1)[0];
      if (!from) continue;
      fly(now.svg, cube.kind, { ...from, size: Math.min(from.size, cube.size) }, cube);
      cube.element.animate({ opacity: [0, 0] }, MILLISECONDS);
    }
    for (const cube of lost) {
      const to = nearest(used, cube) || cube;
      fly(now.svg, cube.kind, cube, { ...to, size: cube.size / 2 }, [1, 1, 0]);
    }
  }

  function fly(svg, kind, from, to, opacity = [1, 1]) {
    const cube = document.createElementNS(svg.namespaceURI, "rect");
    const shape = { class: `cube ${kind} travels`, x: -5, y: -5, width: 10, height: 10, rx: 1, "aria-hidden": true };
    for (const [name, value] of Object.entries(shape)) cube.setAttribute(name, value);
    const transform = [from, to].map(({ x, y, size }) => `translate(${x}px, ${y}px) scale(${Math.max(size, MIN_SIZE) / 10})`);
    svg.append(cube);
    const done = () => cube.remove();
    cube.animate({ transform, opacity }, { duration: MILLISECONDS, easing: "ease-out", fill: "both" }).finished.then(done, done);
  }

  return {
    // Call before the board changes.
    remember() {
      before = look();
    },
    // Call after it has changed.
    show() {
      const old = before;
      before = null;
      const now = old && look();
      if (!now) return;
      const come = minus(now.pieces, old.pieces);
      const still = document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (!still) travel(old, now, [...come, ...minus(old.pieces, now.pieces)]);
      for (const { element } of come) element.classList.add("arrived");
    },
  };
})();
