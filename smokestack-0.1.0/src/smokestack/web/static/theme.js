// Runs before the first paint: sets the chosen theme, marks that scripts run, and shows the first tab.
document.documentElement.classList.add("scripted");
document.documentElement.dataset.tab = "prompt";
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the browser's preference applies.
}
