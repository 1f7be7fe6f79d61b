// The menu of answers where a thing has several, and the question before an answer that can't be undone.
const answerMenu = {
  open(found, event, give) {
    const menu = document.getElementById("menu");
    menu.replaceChildren();
    for (const answer of found) {
      const item = document.createElement("button");
      item.type = "button";
      item.className = "answer";
      item.append(...[...answer.button.childNodes].map((node) => node.cloneNode(true)));
      item.addEventListener("click", () => give(answer));
      item.addEventListener("pointerenter", () => preview.show([answer]));
      item.addEventListener("focus", () => preview.show([answer]));
      menu.append(item);
    }
    menu.hidden = false;
    const box = event.target.getBoundingClientRect();
    const left = event.clientX || box.right;
    const top = event.clientY || box.bottom;
    menu.style.left = `${Math.max(8, Math.min(left, innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(top, innerHeight - menu.offsetHeight - 8))}px`;
    menu.querySelector("button").focus();
  },
  close() {
    const menu = document.getElementById("menu");
    if (menu) menu.hidden = true;
  },
};

// `what` selects the text. With `mayStop`, the reader can turn such questions off.
function confirmFirst(what, choice, mayStop, go) {
  const dialog = document.getElementById("confirm");
  const never = document.getElementById("confirm-never");
  const yes = document.getElementById("confirm-yes");
  document.getElementById("confirm-text").textContent = document.getElementById("confirm-text").dataset[what];
  document.getElementById("confirm-choice").textContent = choice;
  yes.textContent = yes.dataset[what] || yes.dataset.text;
  never.closest("label").hidden = !mayStop;
  dialog.onclose = () => {
    if (mayStop && never.checked) setting.set("ask", "no");
    if (dialog.returnValue === "yes") go();
    else keyboard.returnFocus();
    dialog.returnValue = "";
  };
  dialog.showModal();
}
