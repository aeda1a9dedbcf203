/* Turns the browser's errors during the start into errors that a person can act on. */

import { root } from "./dom.js";
import { blameScripts, isSuspicious, reportBrokenPart } from "./integrity.js";
import { isLoading, showFatalError, showStartError } from "./start_error.js";

/** @param {unknown} detail */
function showProgramError(detail) {
  if (isSuspicious() || !isLoading()) return; // the broken part is the reason
  blameScripts(() => showStartError("python", detail));
}

/**
 * Whether WebAssembly, and Python in it, has failed for good.
 * @param {any} error
 */
function isFatal(error) {
  return error instanceof WebAssembly.RuntimeError || Boolean(error?.pyodide_fatal_error);
}

window.addEventListener("error", (event) => {
  const { target, error, filename } = event;
  if (target instanceof HTMLScriptElement) reportBrokenPart(target.src);
  else if (target instanceof HTMLLinkElement && /^(stylesheet|modulepreload)$/.test(target.rel)) reportBrokenPart(target.href);
  else if (error instanceof SyntaxError && filename) reportBrokenPart(filename); // an HTML page, or half a script
  else if (isFatal(error)) showFatalError(error);
  else if (error) showProgramError(error.stack || event.message);
}, true);
window.addEventListener("unhandledrejection", ({ reason }) => {
  if (isFatal(reason)) showFatalError(reason);
  showProgramError(reason && (reason.stack || reason.message || reason));
});

// A page with placeholders is the source of the page, on a host that needs the output of `serve.py build`.
if (window.location.protocol === "file:" || (root.dataset.languages || "").includes("{")) showStartError("file");
