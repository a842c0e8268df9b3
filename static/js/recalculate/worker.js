/* Runs the checks beside the page, so that the page stays responsive. The first message names the scripts. */
"use strict";

self.onmessage = async ({ data: { scripts, buffer } }) => {
  try {
    importScripts(...scripts);
    const done = await Checks.run(buffer, (check) => self.postMessage({ check }));
    self.postMessage({ done });
  } catch (problem) {
    self.postMessage({ problem: `${problem.name}: ${problem.message}` });
  }
};
