// Finds elements of a page with a board.
const html = document.documentElement;
const page = () => document.getElementById("main");
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const thingNamed = (name) => document.getElementById(`thing-${name}`);
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
