// Brings the page up to date with markup from the server, in place of htmx's morphing. Each answer of
// the server is parsed, compared with the one before, and only what differs is changed, in short tasks,
// so that the page stays responsive on slow phones. What scripts have added to the page is left alone.
const update = (() => {
  const TASK = 6; // milliseconds after which other tasks get a turn
  const CHUNK = 12000; // characters that are parsed in one task
  let last = null; // what the server sent before
  let running = Promise.resolve();

  const main = () => document.getElementById("main");
  const keyOf = (node) => node.id || node.nodeName;

  // A task of its own, also in a window in the background, where timers are slow.
  function pause() {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
  }

  const copy = (node) => document.importNode(node, true);

  function attributes(live, old, fresh) {
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) live.removeAttribute(name);
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) === value) continue;
      live.setAttribute(name, value);
      if (name === "value" && "value" in live) live.value = value;
    }
  }
  function patch(live, old, fresh) {
    if (old.isEqualNode(fresh)) return;
    if (keyOf(old) !== keyOf(fresh) || old.nodeName !== fresh.nodeName) {
      insert(live, fresh);
      live.remove();
    } else if (fresh.nodeType !== Node.ELEMENT_NODE) {
      live.nodeValue = fresh.nodeValue;
    } else if (!fresh.hasAttribute("hx-morph-skip")) {
      attributes(live, old, fresh);
      children(live, old, fresh);
    }
  }
  function insert(before, fresh, parent = before.parentNode) {
    const node = copy(fresh);
    parent.insertBefore(node, before);
    if (node.nodeType === Node.ELEMENT_NODE && parent.namespaceURI.endsWith("xhtml")) htmx.process(node);
    return node;
  }
  function children(live, old, fresh) {
    const [lives, olds, news] = [live, old, fresh].map((node) => [...node.childNodes]);
    if (lives.length !== olds.length) {
      live.replaceChildren(...news.map(copy));
      htmx.process(live);
      return;
    }
    if (olds.length === news.length && olds.every((node, n) => keyOf(node) === keyOf(news[n]))) {
      news.forEach((node, n) => patch(lives[n], olds[n], node));
      return;
    }
    // Children came, went or moved: those with the same id, or else of the same kind in turn, stay.
    const free = new Map();
    olds.forEach((node, n) => free.set(keyOf(node), [...(free.get(keyOf(node)) || []), n]));
    let at = live.firstChild;
    for (const node of news) {
      const n = free.get(keyOf(node))?.shift();
      if (n === undefined) {
        insert(at, node, live);
        continue;
      }
      if (lives[n] === at) at = at.nextSibling;
      else live.insertBefore(lives[n], at);
      patch(lives[n], olds[n], node);
    }
    for (const n of [...free.values()].flat()) lives[n].remove();
  }

  // The parts of the page that can be changed one after another.
  function blocks(live, old, fresh) {
    const found = [];
    const divide = (...nodes) => {
      const [lives, olds, news] = nodes.map((node) => [...node.children]);
      const same = lives.length === olds.length && olds.length === news.length && olds.every((node, n) => keyOf(node) === keyOf(news[n]));
      if (!same) return false;
      if (nodes[0] !== live) attributes(...nodes);
      for (let n = 0; n < news.length; n++) {
        const isBoard = ["board", "stage"].includes(news[n].id);
        if (!isBoard || !divide(lives[n], olds[n], news[n])) found.push([lives[n], olds[n], news[n]]);
      }
      return true;
    };
    return divide(live, old, fresh) ? found : null;
  }
  async function apply(fresh) {
    const live = main();
    const old = last;
    last = fresh;
    if (!old || !live) {
      live?.replaceWith(copy(fresh));
      htmx.process(main());
      return;
    }
    const parts = blocks(live, old, fresh);
    if (!parts) children(live, old, fresh);
    let start = performance.now();
    for (const [each, before, after] of parts || []) {
      if (before.isEqualNode(after)) continue;
      patch(each, before, after);
      if (performance.now() - start > TASK) {
        await pause();
        start = performance.now();
      }
    }
    attributes(live, old, fresh); // last, since the version tells that all is up to date
  }

  // A document without a window parses what is written to it piece by piece, and runs no scripts.
  async function parse(text) {
    const inert = document.implementation.createHTMLDocument("");
    for (let at = 0; at < text.length; at += CHUNK) {
      inert.write(text.slice(at, at + CHUNK));
      await pause();
    }
    inert.close();
    return inert.getElementById("main");
  }
  function show(text) {
    running = running.then(async () => {
      const fresh = await parse(text);
      if (!fresh) return;
      document.dispatchEvent(new CustomEvent("table:before", { detail: fresh }));
      await pause();
      await apply(fresh);
      await pause();
      const steps = []; // what there is to do then, each in a task of its own
      document.dispatchEvent(new CustomEvent("table:after", { detail: steps }));
      for (const step of steps) {
        await pause();
        step();
      }
    });
    return running;
  }
  // Forms are sent by htmx, which would parse the response in one long task.
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    const handled = ctx.hx.refresh || ctx.hx.redirect || ctx.hx.retarget;
    const targets = ctx.target === main() || ctx.target === "#main";
    if (handled || !targets || ctx.swap !== "outerMorph" || !ctx.text.includes('id="main"')) return;
    event.preventDefault();
    show(ctx.text);
  });

  // Requests the page and shows it; true if there was something new. A failed request is an error.
  async function load(url, options = {}) {
    const reply = await fetch(url, { ...options, headers: { "HX-Request": "true", ...options.headers } });
    if (reply.headers.get("hx-refresh")) location.reload();
    const text = await reply.text();
    if (!text.includes('id="main"')) return false;
    await show(text);
    return true;
  }

  last = main()?.cloneNode(true) || null;
  for (const each of last?.querySelectorAll("[data-htmx-powered]") || []) each.removeAttribute("data-htmx-powered");

  return { load, pause, done: () => running };
})();
