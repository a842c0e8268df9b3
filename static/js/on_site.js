// A result that could not be sent says so on its board. Without this file the form is sent, and the browser says so.
for (const failure of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    const board = event.detail.target;
    board.querySelector("[data-unsaved]")?.remove();
    board.append(document.querySelector("#unsaved").content.cloneNode(true));
  });
}
