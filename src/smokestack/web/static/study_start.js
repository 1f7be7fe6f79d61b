// Puts a chosen file into the text of a position or a record.
const file = document.getElementById("study-file");
file.closest("label").hidden = false;
file.addEventListener("change", async () => {
  if (file.files.length) document.getElementById("study-text").value = await file.files[0].text();
});
