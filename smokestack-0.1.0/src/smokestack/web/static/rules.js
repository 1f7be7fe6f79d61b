// Search in the rules: sections without the words are hidden.
const search = document.getElementById("rules-search");
const found = document.getElementById("rules-found");
search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of document.querySelectorAll(".rule")) {
    const text = section.textContent.toLowerCase();
    section.hidden = !words.every((word) => text.includes(word));
    document.querySelector(`.contents a[href="#${CSS.escape(section.id)}"]`).parentElement.hidden = section.hidden;
    if (!section.hidden) count += 1;
  }
  found.textContent = count ? "" : found.dataset.none;
});
