// Checks the deal of a finished game with code of its own; docs/fair-dealing.md specifies it.
const ALGORITHM = "smokestack-deal-1";
const checks = document.getElementById("checks");
const verdict = document.getElementById("verdict");
const utf8 = (text) => new TextEncoder().encode(text);
const fromHex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const toHex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function hash(text) {
  return toHex(await crypto.subtle.digest("SHA-256", utf8(text)));
}
async function mac(key, text) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, utf8(text)));
}

// Random 32-bit numbers: the codes of 0, 1, 2, …, four bytes each, big-endian.
function wordsOf(key) {
  let words = [];
  let block = 0;
  return async () => {
    if (!words.length) {
      const view = new DataView((await mac(key, String(block++))).buffer);
      words = [0, 4, 8, 12, 16, 20, 24, 28].map((place) => view.getUint32(place));
    }
    return words.shift();
  };
}
async function below(nextWord, count) {
  const limit = 2 ** 32 - (2 ** 32 % count);
  let word = await nextWord();
  while (word >= limit) word = await nextWord();
  return word % count;
}
async function shuffled(key, number, label, items) {
  const nextWord = wordsOf(await mac(key, `${number}\n${label}`));
  const order = [...items].sort((one, other) => one - other);
  for (let last = order.length - 1; last > 0; last--) {
    const other = await below(nextWord, last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const sorted = (items) => [...items].sort((one, other) => one - other);
function hasRightItems(setup, shuffles, known) {
  const items = known[setup.game]?.[setup.edition]?.[setup.players.length];
  if (!items) return false;
  const labels = shuffles.map(({ label }) => label);
  if (!same(labels.slice(0, Object.keys(items).length), Object.keys(items))) return false;
  return shuffles.every(({ label, order }) => {
    if (label === "discards" && items.buildings) {
      return new Set(order).size === order.length && order.every((item) => item in items.buildings);
    }
    const whole = (items[label] ?? []).flatMap((count, item) => Array(count).fill(item));
    return same(sorted(order), whole);
  });
}

// The cards that a seat or the table must have had first. Cards are drawn from the end of a shuffle.
const HAND = 8;
const SET_ASIDE = { 2007: { 3: 9, 4: 6 }, "2009-duel": { 2: 2 }, 2018: { 2: 2, 3: 3, 4: 4 } };
function isDealt(setup, orders, shuffles, { contracts, buildings, cards, place }) {
  const of = (label) => orders[shuffles.findIndex((each) => each.label === label)] ?? [];
  if (contracts && !same(contracts, of("contracts").slice(0, contracts.length))) return false;
  if (buildings && !same(buildings, [...of("buildings")].reverse().slice(0, buildings.length))) return false;
  if (!cards) return true;
  const deck = of("cards");
  const last = deck.length - SET_ASIDE[setup.edition][setup.players.length] - HAND * place[0];
  return same(sorted(cards), sorted(deck.slice(last - HAND, last)));
}

// One contribution for each seat, each a bot's, an absent person's or a text of 1 to 64 printable characters.
const CONTRIBUTION = /^(?:bot|absent|person:(?:[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}]| ){1,64})$/u;
function areValid(contributions, players) {
  return (
    Array.isArray(contributions) &&
    contributions.length === players.length &&
    contributions.every((each) => typeof each === "string" && CONTRIBUTION.test(each))
  );
}
// Whether the bots are those that this browser saw. Before the start, a bot could get the seat of a person.
function areBots({ contributions }, { seats, dealt }) {
  if (contributions.length !== seats.length) return false;
  return seats.every((kind, seat) => {
    const isBot = contributions[seat] === "bot";
    return kind === "bot" ? isBot : !(isBot && (dealt || kind === "mine"));
  });
}
// Whether the text of this browser is that of its seats; "unknown" if it added none.
function isOwn({ contributions }, text, seats) {
  if (!text || (seats && !seats.includes("mine"))) return "unknown";
  const isText = (contribution) => contribution === `person:${text}`;
  const own = contributions.filter((_, seat) => seats?.[seat] === "mine");
  return outcome(seats ? own.every(isText) : contributions.some(isText));
}
// What each seat of the record added, and who could have chosen the cards together with the server.
function showParts(players, contributions) {
  const list = document.getElementById("parts");
  const lines = contributions.flatMap((contribution, seat) => {
    const [line, part, code] = ["dt", "dd", "code"].map((tag) => document.createElement(tag));
    const kind = ["bot", "absent"].includes(contribution) ? contribution : "person";
    line.textContent = list.dataset[kind].replace("{name}", () => players[seat] ?? "?");
    code.textContent = contribution;
    part.append(code);
    return [line, part];
  });
  list.replaceChildren(...lines);
}
function showOthers(players, contributions, own) {
  const line = document.getElementById("others");
  const added = contributions.some((each) => each.startsWith("person:"));
  const others = players.filter((_, seat) => !["bot", own].includes(contributions[seat]));
  const { nobody, some, none } = line.dataset;
  line.textContent = (added ? (others.length ? some : none) : nobody).replace("{names}", () => others.join(", "));
}

function kept(name) {
  try {
    return localStorage.getItem(`deal-${name}-${checks.dataset.table}`);
  } catch {
    return null;
  }
}
function show(name, result) {
  const line = checks.querySelector(`[data-check="${name}"]`);
  line.hidden = false;
  line.className = result;
  line.textContent = line.dataset[result];
  return result !== "bad";
}
const outcome = (right) => (right ? "good" : "bad");

async function verify() {
  const [record, known] = await Promise.all(
    [checks.dataset.record, checks.dataset.items].map(async (address) => {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      return response.json();
    }),
  );
  const { setup, shuffles } = record;
  const { deal } = setup;
  const valid = areValid(deal.contributions, setup.players);
  showParts(setup.players, deal.contributions);
  const commitment = await hash([ALGORITHM, "commitment", deal.table, deal.secret].join("\n"));
  const key = await mac(fromHex(deal.secret), [ALGORITHM, "deal", ...deal.contributions].join("\n"));
  const orders = await Promise.all(shuffles.map(({ label, order }, number) => shuffled(key, number, label, order)));
  const [seen, text] = [kept("commitment"), kept("text")];
  const seats = JSON.parse(kept("seats") || "null");
  const cards = Object.values(JSON.parse(kept("cards") || "{}"));
  const results = [
    show("commitment", outcome(deal.algorithm === ALGORITHM && commitment === deal.commitment)),
    show("seen", seen ? outcome(seen === deal.commitment) : "unknown"),
    show("parts", outcome(valid)),
    show("bots", seats ? outcome(areBots(deal, seats)) : "unknown"),
    show("own", isOwn(deal, text, seats?.seats)),
    show("shuffles", outcome(shuffles.every(({ order }, number) => same(order, orders[number])))),
    show("items", outcome(hasRightItems(setup, shuffles, known))),
    show("cards", cards.length ? outcome(cards.every((each) => isDealt(setup, orders, shuffles, each))) : "unknown"),
  ];
  const right = cards.length ? verdict.dataset.good : verdict.dataset.partly;
  verdict.textContent = results.every(Boolean) ? right : verdict.dataset.bad;
  if (results.every(Boolean)) showOthers(setup.players, deal.contributions, seen && text && `person:${text}`);
  verdict.className = results.every(Boolean) ? "lead good" : "lead bad";
}

if (!window.crypto?.subtle) verdict.textContent = verdict.dataset.impossible;
else verify().catch(() => (verdict.textContent = verdict.dataset.failed));
