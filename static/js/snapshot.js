/* The memory snapshot of this build, if the browser keeps it: looked for and unpacked as soon as this module is
   loaded, long before Pyodide and its own modules are. docs/start.md tells more. */

// `serve.py build` puts {file, size, hash, archives} here. Without it every start is an ordinary one.
const SNAPSHOT = null;
const PATIENCE = 30_000;
const URL_OF_IT = SNAPSHOT && new URL(SNAPSHOT.file, import.meta.url).href;

export class Unfit extends Error {}

export async function digest(data) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function late(promise, what) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unfit(`${what} took too long`)), PATIENCE);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function kept() {
  // Only secure pages have all three; a service worker's cache may put a revision behind the name.
  if (!globalThis.caches || !globalThis.crypto?.subtle || !globalThis.DecompressionStream) return null;
  return (await caches.match(URL_OF_IT, { ignoreSearch: true })) || null;
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

async function look() {
  const answer = await late(kept(), "looking for the snapshot");
  if (!answer) return null;
  const whole = new Uint8Array(SNAPSHOT.size);
  const unpacked = unpack(answer, whole);
  unpacked.catch(() => {}); // whoever uses it hears of it
  return { whole, unpacked, archives: SNAPSHOT.archives };
}

/** Delete what could not be used, so that a good copy can take its place. */
export async function forget() {
  for (const name of await caches.keys()) {
    await (await caches.open(name)).delete(URL_OF_IT, { ignoreSearch: true });
  }
}

/** A promise of {whole, unpacked, archives}: a buffer, a promise that it is filled, and the hashes of the
    archives that it was made for; of null when none is kept. Null itself when none was made. */
export const snapshot = SNAPSHOT && look();
snapshot?.catch(() => {});
