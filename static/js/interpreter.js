/* The module that pyscript.toml names as the interpreter: PyScript calls its loadPyodide. It starts as soon as
   it is loaded, beside PyScript's own start, and brings the engine's archive along. On a later visit it
   starts from a memory snapshot, made by `serve.py build` with everything imported; whatever is wrong with
   that, the ordinary start follows. docs/start.md tells more. */
import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";

export { version };

// `serve.py build` puts {file, size, hash, archives} here. Without it every start is an ordinary one.
const SNAPSHOT = null;
const PATIENCE = 30_000;
const PYODIDE = new URL("../vendor/pyodide/", import.meta.url).href;
const ENGINE_URL = new URL("../app/tashkalar.zip", import.meta.url).href;
const ENGINE = "/lib/tashkalar.zip";
const LIBRARY = `/lib/python${version.split(".")[0]}.zip`;

// Before what PyScript writes to the working folder: there it would compile its own package each time.
const PATHS = `
import sys
for path in ("${LIBRARY}", "${ENGINE}"):
    if path in sys.path:
        sys.path.remove(path)
    sys.path.insert(0, path)
del path, sys
`;
// What a snapshot has frozen must not be the same in every game.
const RESEED = "import random; random.seed(); del random";

class Unfit extends Error {}

const output = { stdout: console.log.bind(console), stderr: console.warn.bind(console) };
const settings = {
  indexURL: PYODIDE,
  stdout: (line) => output.stdout(line),
  stderr: (line) => output.stderr(line)
};

async function bytes(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`[${response.status}] ${url}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function digest(data) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the browser keeps of this build's snapshot, else null. */
async function kept(url) {
  // Only secure pages have all three; a service worker's cache may put a revision behind the name.
  if (!globalThis.caches || !globalThis.crypto?.subtle || !globalThis.DecompressionStream) return null;
  return (await caches.match(url, { ignoreSearch: true })) || null;
}

async function unpack(answer, whole) {
  const packed = await answer.arrayBuffer();
  const checked = digest(packed);
  let filled = 0;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    if (filled + value.length > whole.length) throw new Unfit("too long");
    whole.set(value, filled);
    filled += value.length;
  }
  if (filled !== whole.length) throw new Unfit("too short");
  if ((await checked) !== SNAPSHOT.hash) throw new Unfit("another content");
}

function late(promise, what) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unfit(`${what} took too long`)), PATIENCE);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Delete what could not be used, so that a good copy can take its place. */
async function forget(url) {
  for (const name of await caches.keys()) {
    await (await caches.open(name)).delete(url, { ignoreSearch: true });
  }
}

function finish(python, engine, kind, reason) {
  python.FS.writeFile(ENGINE, engine);
  python.runPython(PATHS);
  performance.mark("tashkalar-interpreter", { detail: { kind, reason } });
  return python;
}

async function fromSnapshot(answer, fetched) {
  const whole = new Uint8Array(SNAPSHOT.size);
  const unpacked = unpack(answer, whole);
  // Unpacked while WebAssembly is compiled: Pyodide only looks into it when this hook is done. Where
  // unpacking fails it finds no snapshot, and gives up.
  const fsInit = () => unpacked.catch(() => whole.fill(0));
  const [python] = await Promise.all([load({ ...settings, _loadSnapshot: whole, fsInit }), unpacked]);
  // The snapshot has noted where each module lies in the two archives.
  const [library, engine] = [python.FS.readFile(LIBRARY), await fetched];
  const found = await Promise.all([digest(library), digest(engine)]);
  if (found.join() !== SNAPSHOT.archives.join()) throw new Unfit("made for other archives");
  python.runPython(RESEED);
  return finish(python, engine, "snapshot", "");
}

async function begin() {
  const fetched = bytes(ENGINE_URL);
  fetched.catch(() => {}); // heard below, perhaps later than the browser would like
  let reason = "none made";
  if (SNAPSHOT) {
    const url = new URL(SNAPSHOT.file, import.meta.url).href;
    reason = "not kept";
    try {
      const answer = await late(kept(url), "looking for the snapshot");
      if (answer) return await late(fromSnapshot(answer, fetched), "the snapshot");
    } catch (error) {
      reason = String(error);
      await forget(url).catch(() => {});
    }
  }
  const [python, engine] = await Promise.all([load(settings), fetched]);
  return finish(python, engine, "ordinary", reason);
}

let begun = begin();
begun.catch(() => {}); // whoever calls loadPyodide hears of it

/** What PyScript calls: Pyodide with the engine in it. */
export async function loadPyodide({ stdout, stderr, indexURL: _, ...others } = {}) {
  if (!begun || Object.keys(others).length) throw new Error("this interpreter can only be asked once, without options");
  Object.assign(output, stdout && { stdout }, stderr && { stderr });
  const python = begun;
  begun = null;
  return python;
}
