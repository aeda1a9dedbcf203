// Runs a program in stock Pyodide, or in the one of the page, whose WebAssembly comes in two parts. Prints JSON: what
// the program gave, or what was wrong, and which parts were fetched when a function of the second was called.
//
//   node tests/pyodide/wasm_split.mjs JOB
//
// JOB is JSON: {"vendor": FOLDER of the page's Pyodide or "" for stock, "program": TEXT, "spoiled": whether the second
// part is of another build}.

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { loadPyodide } from "pyodide";

import { unpacked } from "../../tashkalar/site/pyodide/unpacked.mjs";

const { joinParts, loadWhenCalled, newMemory, withMemory } = await import(new URL("../../static/js/python/deferred_wasm.js", import.meta.url).href);
const { vendor, program, spoiled } = JSON.parse(process.argv[2]);
const { WebAssembly } = /** @type {any} */ (globalThis);
const { instantiate } = WebAssembly;
const scratch = mkdtempSync(join(tmpdir(), "halves-"));
/** @type {string[]} */
const asked = [];

const rest = spoiled && (await unpacked(join(vendor, "pyodide.deferred.wasm.bin")));
if (rest) rest[rest.length - 1] ^= 1; // its last section says to which first part it belongs

/* As a page has it for what cannot wait. */
class Request {
  /**
   * @param {string} _
   * @param {string} url
   */
  open(_, url) {
    this.url = url;
  }

  overrideMimeType() {}

  send() {
    const name = String(this.url).split("/").at(-1);
    asked.push(String(name));
    this.status = 200;
    this.responseText = readFileSync(new URL(String(this.url))).toString("latin1");
  }
}
Object.assign(globalThis, { XMLHttpRequest: Request });

/** @param {string} output */
function finish(output) {
  rmSync(scratch, { recursive: true });
  console.log(JSON.stringify({ output, asked }));
  process.exit(0);
}

const options = {};
if (vendor) {
  for (const name of ["pyodide.asm.mjs", "pyodide-lock.json"]) copyFileSync(join(vendor, name), join(scratch, name));
  writeFileSync(join(scratch, "pyodide.asm.wasm"), await unpacked(join(vendor, "pyodide.asm.wasm.bin")));
  copyFileSync("node_modules/pyodide/python_stdlib.zip", join(scratch, "python_stdlib.zip"));
  Object.assign(options, { indexURL: scratch });
  /**
   * @param {unknown} source
   * @param {any} imports
   */
  WebAssembly.instantiate = async (source, imports) => {
    const made = await instantiate(source, withMemory(imports, newMemory()));
    if (!made.instance?.exports.memory) return made;
    try {
      if (rest) joinParts(made, imports, new WebAssembly.Module(rest));
      else loadWhenCalled(made, imports, null);
    } catch (error) {
      finish(String(error)); // Pyodide would wait for ever
    }
    return made;
  };
}
const python = await loadPyodide(options);
finish(python.runPython(program));
