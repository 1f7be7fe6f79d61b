// Animates changes on the board: pieces that appear, cubes that move. Each board is compared with
// the previous one. A picture marks its pieces with `data-piece` and an id, its cubes with
// `data-cube` (the kind, also a class), and the element that an action is about with `data-due`.
const motion = (() => {
  const MILLISECONDS = 280;
  const MIN_SIZE = 12; // pixels; smaller cubes could not be seen while they move
  const MAX_CUBES = 16; // a new period moves too many to follow
  const SVG = "http://www.w3.org/2000/svg";
  let before = null;

  const minus = (some, others) => [...some].filter(([key]) => !others.has(key)).map(([, spot]) => spot);

  // In pixels of the window, since cubes move between pictures.
  function spotOf(element) {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, size: box.width, element };
  }

  function look(page = document.getElementById("main")) {
    const stage = page?.querySelector("#stage");
    if (!stage) return null;
    const due = stage.querySelector("[data-due]")?.dataset.due || "";
    const seen = { due, cubes: new Map(), pieces: new Map() };
    for (const piece of stage.querySelectorAll("[data-piece]")) seen.pieces.set(piece.id, { element: piece });
    const counts = new Map();
    for (const cube of stage.querySelectorAll("[data-cube]")) {
      const holder = cube.closest("[id]").id;
      const number = counts.get(holder) || 0;
      counts.set(holder, number + 1);
      seen.cubes.set(`${holder} ${number}`, { element: cube, kind: cube.dataset.cube, holder });
    }
    return seen;
  }

  // Where cubes are used or come from: the target of the action, or else the pieces that appeared or vanished.
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
    const lost = minus(old.cubes, now.cubes).filter(({ holder }) => !old.pieces.has(holder) || now.pieces.has(holder));
    const found = minus(now.cubes, old.cubes).filter(({ holder, element }) => {
      return element.closest(".thing").id !== old.due && (!now.pieces.has(holder) || old.pieces.has(holder));
    });
    if (lost.length + found.length > MAX_CUBES) return;
    for (const cube of found.map((each) => ({ ...each, ...spotOf(each.element) }))) {
      const other = lost.findIndex(({ kind }) => !used.length && kind === cube.kind);
      const from = nearest(used, cube) || lost.splice(other, other < 0 ? 0 : 1)[0];
      if (!from) continue;
      fly(cube.kind, { ...from, size: Math.min(from.size, cube.size) }, cube);
      cube.element.animate({ opacity: [0, 0] }, MILLISECONDS);
    }
    for (const cube of lost) {
      const to = nearest(used, cube) || cube;
      fly(cube.kind, cube, { ...to, size: cube.size / 2 }, [1, 1, 0]);
    }
  }

  function fly(kind, from, to, opacity = [1, 1]) {
    const layer = document.createElementNS(SVG, "svg");
    layer.setAttribute("class", "picture motion");
    layer.setAttribute("aria-hidden", "true");
    const cube = document.createElementNS(SVG, "rect");
    const shape = { class: `cube ${kind} travels`, x: -5, y: -5, width: 10, height: 10, rx: 1 };
    for (const [name, value] of Object.entries(shape)) cube.setAttribute(name, value);
    const transform = [from, to].map(({ x, y, size }) => `translate(${x}px, ${y}px) scale(${Math.max(size, MIN_SIZE) / 10})`);
    document.body.append(layer);
    layer.append(cube);
    const done = () => layer.remove();
    cube.animate({ transform, opacity }, { duration: MILLISECONDS, easing: "ease-out", fill: "both" }).finished.then(done, done);
  }

  const isStill = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

  return {
    // Call before the board changes, with the page to come: what will vanish has a place only now.
    remember(fresh) {
      before = look();
      const next = look(fresh);
      if (!before || !next || isStill()) return;
      for (const name of ["cubes", "pieces"]) {
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
