// Runs before the first paint: sets the chosen theme and marks that scripts run.
document.documentElement.classList.add("scripted");
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the browser's preference applies.
}
