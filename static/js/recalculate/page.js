/* The page that recalculates a list: fetches its verification package, lets a worker check it, and shows each check. */
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const page = document.querySelector("[data-recalculate]");
  const part = (name) => page.querySelector(`[data-${name}]`);
  const [button, picker, progress] = [part("start"), part("file"), part("progress")];
  const scripts = part("scripts").dataset.scripts.split(" ").map((path) => new URL(path, location).href);

  const show = (name) => {
    for (const outcome of page.querySelectorAll("[data-outcome]")) outcome.hidden = outcome.dataset.outcome !== name;
  };

  const reset = () => {
    show("");
    progress.hidden = false;
    progress.removeAttribute("value"); // it moves until something is known
    for (const line of page.querySelectorAll("[data-check]")) {
      line.hidden = true;
      for (const state of line.querySelectorAll("[data-state]")) state.hidden = true;
      line.querySelector("ul").replaceChildren();
    }
  };

  const showCheck = ({ code, progress: percent, count, lines, leftOpen }) => {
    progress.value = percent;
    const line = page.querySelector(`[data-check="${code}"]`);
    const state = count ? "wrong" : leftOpen ? "open" : "right";
    line.hidden = false;
    line.querySelector(`[data-state="${state}"]`).hidden = false;
    const more = count > lines.length ? [`… + ${count - lines.length}`] : [];
    line.querySelector("ul").replaceChildren(...[...lines, ...more].map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }));
  };

  const end = (outcome, text) => {
    progress.hidden = true;
    button.disabled = picker.disabled = false;
    show(outcome);
    const where = page.querySelector(`[data-outcome="${outcome}"] [data-text]`);
    if (where) where.textContent = text;
  };

  const check = async (bytes) => {
    button.disabled = picker.disabled = true;
    reset();
    let buffer;
    try {
      buffer = await bytes();
    } catch (problem) {
      end("problem", problem.message);
      return;
    }
    const worker = new Worker(part("scripts").dataset.worker);
    worker.onmessage = ({ data }) => {
      if (data.check) {
        showCheck(data.check);
        return;
      }
      worker.terminate();
      if (data.problem) end("problem", data.problem);
      else if (data.done.wrong) end("wrong", data.done.digest);
      else end(data.done.digest === page.dataset.digest ? "right" : "other", data.done.digest);
    };
    worker.onerror = (event) => end("problem", event.message);
    worker.postMessage({ scripts, buffer }, [buffer]);
  };

  if (!window.isSecureContext || !window.DecompressionStream) {
    show("old");
    return;
  }
  part("controls").hidden = false;
  button.addEventListener("click", () => check(async () => {
    const answer = await fetch(button.dataset.start);
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    return answer.arrayBuffer();
  }));
  picker.addEventListener("change", () => {
    if (picker.files.length) check(() => picker.files[0].arrayBuffer());
  });
});
