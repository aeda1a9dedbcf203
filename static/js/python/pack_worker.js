/* The worker in which packs run, started by tashkalar/web/browser/pack_worker.py. It has the page's Python and engine, and
   no way to the saved games. It answers a text with a text (tashkalar/ui/packs/pack_worker.py). docs/security.md describes
   the protection. */
import { loadPyodide } from "./interpreter.js";

const LIBRARY = new URL("../../vendor/pyodide/python_rest.zip", import.meta.url).href;
const HOME = "/packs";

// Every store, every way to other programs and hosts, and every way to a program that still has these.
const TAKEN = [
  ..."indexedDB caches cookieStore BroadcastChannel SharedWorker Worker importScripts fetch fetchLater".split(" "),
  ..."XMLHttpRequest EventSource WebSocket WebSocketStream WebTransport RTCPeerConnection Notification".split(" "),
  ..."webkitRequestFileSystem webkitRequestFileSystemSync webkitResolveLocalFileSystemURL".split(" "),
  ..."webkitResolveLocalFileSystemSyncURL localStorage sessionStorage".split(" "),
];
const TAKEN_OF_NAVIGATOR = "storage storageBuckets locks serviceWorker sendBeacon".split(" ");

const COMPLETE = `
from pathlib import Path
from tashkalar.ui.packs.stdlib_loader import add_deferred_modules
add_deferred_modules(Path("${HOME}/python_rest.zip"))
`;
// The installer is imported while fetching is possible; later it only unpacks wheels from the file system.
const START = `
from tashkalar.bots import engine_checksum
from tashkalar.ui.packs.pack_worker import PackRequestHandler
import micropip
def install(wheel):
    return micropip.install(f"emfs:{wheel}", deps=False, reinstall=True)
PackRequestHandler(Path("${HOME}"), install).answer, engine_checksum()
`;

/**
 * Remove properties from an object and its prototypes.
 * @param {object} object
 * @param {string[]} names
 */
function take(object, names) {
  for (const name of names) {
    /** @type {object | null} */
    let holder = object;
    for (; holder; holder = Object.getPrototypeOf(holder)) {
      if (!Object.hasOwn(holder, name)) continue;
      if (!Reflect.deleteProperty(holder, name)) Object.defineProperty(holder, name, { value: undefined, writable: false });
    }
    if (Reflect.get(object, name) !== undefined) throw new Error(`${name} cannot be taken from packs`);
  }
}

async function begin() {
  const [python, library] = await Promise.all([loadPyodide(), fetch(LIBRARY).then((answer) => answer.arrayBuffer())]);
  const files = /** @type {{mkdirTree(path: string): void, writeFile(path: string, data: Uint8Array): void}} */ (
    /** @type {unknown} */ (python.FS)
  );
  files.mkdirTree(HOME);
  files.writeFile(`${HOME}/python_rest.zip`, new Uint8Array(library));
  python.runPython(COMPLETE);
  await python.loadPackage("micropip", { messageCallback() {} });
  const [answer, engine] = /** @type {Iterable<any>} */ (python.runPython(START));
  take(self, TAKEN);
  take(self.navigator, TAKEN_OF_NAVIGATOR);
  return { files, answer, engine: String(engine) };
}

const begun = begin();

self.addEventListener("message", async ({ data: [id, text, name, content] }) => {
  try {
    const { files, answer } = await begun;
    if (content) files.writeFile(`${HOME}/${name}`, content);
    self.postMessage([id, await answer(text), ""]);
  } catch (error) {
    self.postMessage([id, "", String(error)]);
  }
});

begun.then(
  ({ engine }) => self.postMessage([0, engine, ""]),
  (error) => self.postMessage([0, "", String(error)]),
);
