// Pan and zoom of the board. Its first part can be zoomed: with the wheel, two fingers, a double tap,
// the buttons and the keys. A part with `data-target`, the size of its smallest target in units, shows
// what matters now if the whole would be too small to hit.
const board = (() => {
  const MIN_TARGET = 41; // pixels, a little more than a finger needs
  const MAX_FIT = 1.25; // pixels per unit, when the part that matters is small
  const MAX_ZOOM = 5;
  const PADDING = 46; // units around what matters
  const GLIDE = 220; // milliseconds
  const DOUBLE_TAP = 320;

  let view = null; // the middle of the visible part in units, and pixels per unit; null shows all
  let moved = false; // by the player, since the last fit
  let shown = ""; // what the last fit was for
  let glide = null; // the animation

  const part = () => document.getElementById("part-board");
  const picture = () => document.querySelector("#part-board .picture");
  const isMap = () => Number(part()?.dataset.target) > 0;

  function measure() {
    const svg = picture();
    if (!svg) return null;
    svg.dataset.whole ||= svg.getAttribute("viewBox");
    const [x, y, width, height] = svg.dataset.whole.split(" ").map(Number);
    const box = (isMap() ? part() : svg).getBoundingClientRect(); // the map may be gliding
    if (!box.width || !box.height) return null;
    return { svg, x, y, width, height, box, minScale: Math.min(box.width / width, box.height / height) };
  }
  const between = (min, value, max) => Math.min(max, Math.max(min, value));
  // Within the sheet; an axis on which all of it fits is centred.
  function bounded({ x, y, scale }, size) {
    const bound = Math.min(size.minScale * MAX_ZOOM, Math.max(size.minScale, scale));
    const axis = (at, start, length, pixels) => {
      const half = pixels / bound / 2;
      return 2 * half >= length ? start + length / 2 : between(start + half, at, start + length - half);
    };
    return {
      x: axis(x, size.x, size.width, size.box.width),
      y: axis(y, size.y, size.height, size.box.height),
      scale: bound,
    };
  }
  function all(size) {
    return { x: size.x + size.width / 2, y: size.y + size.height / 2, scale: size.minScale };
  }
  function draw(size = measure()) {
    if (!size) return;
    countOutside();
    if (view) view = bounded(view, size);
    if (view && view.scale <= size.minScale * 1.001 && !isMap()) view = null;
    const zoomed = Boolean(view) && view.scale > size.minScale * 1.001;
    document.documentElement.classList.toggle("zoomed", zoomed);
    if (!view) {
      size.svg.setAttribute("viewBox", size.svg.dataset.whole);
      return;
    }
    const width = size.box.width / view.scale;
    const height = size.box.height / view.scale;
    const box = [view.x - width / 2, view.y - height / 2, width, height].map((value) => value.toFixed(1));
    size.svg.setAttribute("viewBox", box.join(" "));
  }
  // The picture is drawn once where it will be, and then moved there from where it was, which costs
  // nothing in the main thread.
  function go(to, size, smoothly) {
    glide?.cancel();
    const from = view || all(size);
    const target = bounded(to, size);
    view = target;
    draw(size);
    const still = !smoothly || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const ratio = from.scale / target.scale;
    const shift = (axis, pixels) => (pixels / 2) * (1 - ratio) + (target[axis] - from[axis]) * from.scale;
    const [dx, dy] = [shift("x", size.box.width), shift("y", size.box.height)];
    if (still || Math.hypot(dx, dy) < 1) return;
    const start = `translate(${dx}px, ${dy}px) scale(${ratio})`;
    size.svg.style.overflow = "visible"; // so that what comes into sight or leaves it is drawn, too
    const mine = size.svg.animate({ transform: [start, "none"] }, { duration: GLIDE, easing: "ease-out" });
    glide = mine;
    mine.onfinish = () => {
      if (glide === mine) size.svg.style.overflow = "";
    };
  }
  function zoom(factor, clientX, clientY, smoothly = false) {
    const size = measure();
    if (!size) return;
    moved = true;
    const now = view || all(size);
    const dx = (clientX ?? size.box.x + size.box.width / 2) - size.box.x - size.box.width / 2;
    const dy = (clientY ?? size.box.y + size.box.height / 2) - size.box.y - size.box.height / 2;
    const scale = between(size.minScale, now.scale * factor, size.minScale * MAX_ZOOM);
    const shift = 1 / now.scale - 1 / scale;
    go({ x: now.x + dx * shift, y: now.y + dy * shift, scale }, size, smoothly);
  }
  function pan(dx, dy) {
    const size = measure();
    if (!size) return;
    moved = true;
    const now = view || all(size);
    go({ x: now.x - dx / now.scale, y: now.y - dy / now.scale, scale: now.scale }, size, false);
  }

  // Fitting what matters now
  function boxOf(thing, svg) {
    const box = thing.getBoundingClientRect();
    const matrix = svg.getScreenCTM().inverse();
    const start = new DOMPoint(box.left, box.top).matrixTransform(matrix);
    const end = new DOMPoint(box.right, box.bottom).matrixTransform(matrix);
    return { left: start.x, top: start.y, right: end.x, bottom: end.y };
  }
  function fit(things, smoothly) {
    const size = measure();
    if (!size) return;
    const target = Number(part().dataset.target);
    moved = false;
    if (!target || size.minScale * target >= MIN_TARGET) {
      go(all(size), size, smoothly && Boolean(view));
      return;
    }
    const boxes = things.filter((thing) => size.svg.contains(thing)).map((thing) => boxOf(thing, size.svg));
    const targetScale = MIN_TARGET / target;
    if (!boxes.length) {
      const middle = view || all(size);
      go({ ...middle, scale: targetScale }, size, smoothly);
      return;
    }
    const around = (some) => ({
      left: Math.min(...some.map((box) => box.left)) - PADDING,
      top: Math.min(...some.map((box) => box.top)) - PADDING,
      right: Math.max(...some.map((box) => box.right)) + PADDING,
      bottom: Math.max(...some.map((box) => box.bottom)) + PADDING,
    });
    let frame = around(boxes);
    const across = size.box.width / targetScale;
    const down = size.box.height / targetScale;
    if (frame.right - frame.left > across || frame.bottom - frame.top > down) frame = around(mostOf(boxes, across, down));
    const scale = Math.min(size.box.width / (frame.right - frame.left), size.box.height / (frame.bottom - frame.top));
    go({
      x: (frame.left + frame.right) / 2,
      y: (frame.top + frame.bottom) / 2,
      scale: between(targetScale, scale, Math.max(targetScale, MAX_FIT)),
    }, size, smoothly);
  }
  // If not all of them fit: as many as possible, in the window that begins at the edges of some.
  function mostOf(boxes, across, down) {
    let best = [boxes[0]];
    for (const { left } of boxes) {
      for (const { top } of boxes) {
        const inside = boxes.filter((box) => {
          return box.left >= left && box.right <= left + across - 2 * PADDING && box.top >= top && box.bottom <= top + down - 2 * PADDING;
        });
        if (inside.length > best.length) best = inside;
      }
    }
    return best;
  }
  // How many of the things are out of sight, at the edge where they are.
  let edges = 0;
  function countOutside() {
    clearTimeout(edges);
    edges = setTimeout(() => {
      const size = isMap() && measure();
      const buttons = document.querySelectorAll("#part-board .offscreen");
      if (!size || !buttons.length) return;
      const outside = { left: [], right: [], up: [], down: [] };
      const zoomed = view && view.scale > size.minScale * 1.001;
      for (const thing of zoomed ? latest() : []) {
        const box = thing.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const far = { left: size.box.left - x, right: x - size.box.right, up: size.box.top - y, down: y - size.box.bottom };
        const [side, distance] = Object.entries(far).sort(([, one], [, other]) => other - one)[0];
        if (distance > 0) outside[side].push(thing);
      }
      for (const button of buttons) {
        const found = outside[button.dataset.side];
        button.hidden = !found.length;
        button.querySelector(".count").textContent = found.length;
        button.onclick = () => {
          moved = true;
          fit(found, true);
        };
      }
    }, GLIDE + 40);
  }
  function isVisible(thing, size) {
    const box = thing.getBoundingClientRect();
    const { left, right, top, bottom } = size.box;
    return box.left >= left - 2 && box.right <= right + 2 && box.top >= top - 2 && box.bottom <= bottom + 2;
  }

  // Pointers
  const fingers = new Map();
  let dragged = false;
  let lastTap = { at: 0, x: 0, y: 0 };
  document.addEventListener("wheel", (event) => {
    if (!event.target.closest?.("#part-board")) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX, event.clientY);
  }, { passive: false });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest?.("#part-board")) return;
    if (!fingers.size) dragged = false;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  document.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
    if (Math.hypot(dx, dy) < 6 && !dragged) return;
    dragged = true;
    if (fingers.size === 2) {
      const other = [...fingers.entries()].find(([id]) => id !== event.pointerId)[1];
      const old = Math.hypot(before[0] - other[0], before[1] - other[1]);
      const now = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
      if (old > 0) zoom(now / old, (event.clientX + other[0]) / 2, (event.clientY + other[1]) / 2);
    } else if (view) {
      pan(dx, dy);
    } else if (event.pointerType === "touch") {
      scrollBy(0, -dy);
    }
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => {
      if (fingers.delete(event.pointerId) && end === "pointerup" && !dragged) doubleTap(event);
      setTimeout(() => {
        if (!fingers.size) dragged = false;
      });
    });
  }
  function doubleTap(event) {
    if (event.target.closest(".thing.open, .thing.start")) return;
    const now = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    const near = Math.hypot(now.x - lastTap.x, now.y - lastTap.y) < 30;
    if (near && now.at - lastTap.at < DOUBLE_TAP) zoom(1.8, now.x, now.y, true);
    lastTap = now;
  }
  document.addEventListener("click", (event) => {
    const tool = event.target.closest?.("[data-zoom]");
    if (!tool) return;
    if (tool.dataset.zoom === "all") whole(true);
    else zoom(tool.dataset.zoom === "in" ? 1.5 : 1 / 1.5, undefined, undefined, true);
  });

  // Keys: + and - zoom, 0 fits; arrows move a focused map.
  const steps = { ArrowRight: [-1, 0], ArrowLeft: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoom(1.3, undefined, undefined, true);
    else if (event.key === "-") zoom(1 / 1.3, undefined, undefined, true);
    else if (event.key === "0") again();
    else if (event.target === part() && steps[event.key]) {
      event.preventDefault();
      pan(...steps[event.key].map((step) => step * 60));
    }
  });
  // When the space for the board changes, what was visible stays so.
  let watched = null;
  const watcher = new ResizeObserver(() => (moved || !isMap() ? draw() : again(false)));
  function watch() {
    if (watched === part()) return;
    watcher.disconnect();
    watched = part();
    if (watched) watcher.observe(watched);
  }
  function whole(smoothly = false) {
    const size = measure();
    if (!size) return;
    moved = true;
    if (isMap()) go(all(size), size, smoothly);
    else {
      view = null;
      draw(size);
    }
  }
  let latest = () => [];
  function again(smoothly = true) {
    if (isMap()) fit(latest(), smoothly);
    else draw();
  }

  return {
    wasDragged: () => dragged,
    whole,
    draw,
    // Shows the things that matter for `key`, unless they already are or the player has looked elsewhere.
    focusOn(key, things) {
      watch();
      latest = things;
      if (!isMap()) {
        draw();
        return;
      }
      const size = measure();
      const first = !view;
      if (!size || key === shown) {
        draw(size || undefined);
        return;
      }
      draw(size);
      const found = things();
      const visible = found.filter((thing) => isVisible(thing, size)).length;
      if (first || !moved || (found.length && !visible)) fit(found, !first);
      shown = key;
    },
    // Brings one thing into view.
    show(thing) {
      const size = measure();
      if (isMap() && size && size.svg.contains(thing) && !isVisible(thing, size)) fit([thing], true);
    },
  };
})();
