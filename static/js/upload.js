// The upload form without it works as well: this only lets files be dropped on it, and says which were chosen.
document.addEventListener("DOMContentLoaded", () => {
  for (const form of document.querySelectorAll("form[data-drop]")) {
    const input = form.querySelector("input[type=file]");
    const list = form.querySelector("[data-drop-list]");
    form.querySelector("[data-drop-hint]").hidden = false;

    const show = () => {
      list.replaceChildren(
        ...Array.from(input.files, (file) => {
          const line = document.createElement("li");
          line.textContent = file.name;
          return line;
        }),
      );
    };
    const carriesFiles = (event) => event.dataTransfer && event.dataTransfer.types.includes("Files");

    input.addEventListener("change", show);
    form.addEventListener("dragover", (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      form.dataset.drop = "over";
    });
    form.addEventListener("dragleave", () => {
      form.dataset.drop = "";
    });
    form.addEventListener("drop", (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      form.dataset.drop = "";
      input.files = event.dataTransfer.files;
      show();
    });
  }
});
