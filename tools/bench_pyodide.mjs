// Runs the engine's benchmark in Pyodide under Node, to compare with `python -m tashkalar bench`.
//
//   node tools/bench_pyodide.mjs [arguments of the benchmark]

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { loadPyodide } from "pyodide";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const python = await loadPyodide();
python.mountNodeFS("/project", root);
python.globals.set("arguments", process.argv.slice(2));
process.exitCode = python.runPython(`
import os, sys
os.chdir("/project")
sys.path.insert(0, "/project")
from tashkalar.bench import main
main(arguments.to_py())
`);
