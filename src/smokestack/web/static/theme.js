// Before the first paint: light or dark as last chosen, and that scripts run.
document.documentElement.classList.add("scripted");
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the browser's preference holds.
}
