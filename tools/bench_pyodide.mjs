// Runs the engine's benchmark in Pyodide under Node, to compare with `python -m tashkalar bench`,
// or only the times of planning a turn, as `python -m tashkalar.bench.plan_times` has them.
//
//   node tools/bench_pyodide.mjs [arguments of the benchmark]
//   node tools/bench_pyodide.mjs plan_times [--levels adept,master] [--forms duel] [--turns 60]
//
// The times of planning are the processor time of this program, with what V8 does beside Python.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { loadPyodide } from "pyodide";

function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const python = await loadPyodide();
python.mountNodeFS("/project", root);
python.globals.set("arguments", process.argv.slice(2));
python.globals.set("processor_seconds", processorSeconds);
process.exitCode = python.runPython(`
import os, sys
os.chdir("/project")
sys.path.insert(0, "/project")
from tashkalar import bench
from tashkalar.bench import plan_times
options = arguments.to_py()
if options[:1] == ["plan_times"]:
    status = plan_times.main(options[1:], processor_seconds)
else:
    status = bench.main(options)
status
`);
