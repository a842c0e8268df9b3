// Results of a match without a connection: each tap is kept here with its time and sent when there is one again.
// Without this script every tap is a form of its own.
(() => {
  "use strict";
  const form = () => document.getElementById("results");
  if (!form() || !window.localStorage) return;
  const key = `results-${form().dataset.match}`;
  const board = (value) => value.split(":")[0];
  const queue = () => JSON.parse(localStorage.getItem(key) || "[]");
  let isSending = false;
  let hasFailed = false; // whether the last try to send failed: only then say that results wait

  function keep(waiting) {
    if (waiting.length) localStorage.setItem(key, JSON.stringify(waiting));
    else localStorage.removeItem(key);
  }

  function show() {
    const notice = document.getElementById("queued");
    const waiting = queue();
    if (!form() || !notice) return;
    notice.hidden = waiting.length === 0 || !(hasFailed || !navigator.onLine);
    const words = waiting.length === 1 ? notice.dataset.one : notice.dataset.more;
    notice.textContent = words.replace("%n", waiting.length);
    for (const { value } of waiting) {
      for (const button of form().querySelectorAll("button[name=result]")) {
        const [number, letters] = button.value.split(":");
        if (number === board(value)) button.setAttribute("aria-pressed", String(letters === value.split(":")[1]));
      }
    }
  }

  // Show the page that answered last, with the messages of all answers: each of them is told only once.
  function renew(pages) {
    const shown = pages.map((text) => new DOMParser().parseFromString(text, "text/html").getElementById("content"));
    const last = shown.at(-1);
    if (!last) {
      location.reload();
      return;
    }
    for (const page of shown.slice(0, -1).reverse()) {
      const messages = page?.querySelector(".messages")?.parentElement;
      if (messages) last.firstElementChild.prepend(messages);
    }
    document.getElementById("content").replaceWith(last);
  }

  async function send() {
    if (isSending || !queue().length) return;
    isSending = true;
    const pages = [];
    try {
      while (queue().length) {
        const body = new FormData(form());
        body.set("result", queue()[0].value);
        const answer = await fetch(form().action, { method: "POST", body });
        if (!answer.ok) break;
        if (new URL(answer.url).pathname !== location.pathname) {
          location.reload(); // to the login: what waits is sent after it
          return;
        }
        pages.push(await answer.text());
        keep(queue().slice(1));
      }
    } catch {
      // No connection: the next tap, or the browser when there is one again, tries once more.
    }
    isSending = false;
    hasFailed = queue().length > 0;
    if (pages.length && !queue().length) renew(pages);
    show();
  }

  document.addEventListener("submit", (event) => {
    const pressed = event.submitter;
    if (event.target.id !== "results" || !pressed || pressed.name !== "result") return;
    event.preventDefault();
    const waiting = queue();
    const same = waiting.find((each) => board(each.value) === board(pressed.value));
    // A second tap on a board replaces the first one that waits; both name the result that the server knew.
    if (same) same.value = pressed.value;
    else waiting.push({ value: pressed.value, at: new Date().toISOString() });
    keep(waiting);
    show();
    send();
  });
  window.addEventListener("online", send);
  show();
  send();
})();
