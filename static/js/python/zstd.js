/* Unpacks Zstandard while it arrives, which browsers cannot do; it is a fifth smaller than gzip. Facebook's decoder does the
   work (tashkalar/site/vendor.py copies it). The page and the service worker share this module. */

/**
 * @typedef {object} Decoder the exports that are used here: addresses, and sizes in bytes
 * @property {WebAssembly.Memory} memory
 * @property {(size: number) => number} malloc
 * @property {() => number} ZSTD_createDCtx
 * @property {(state: number, output: number, input: number) => number} ZSTD_decompressStream the number of bytes that it
 *   would read next: 0 at the end, negative for an error
 */

const PIECE = 1 << 17; // bytes; no block of Zstandard is longer
const BUFFER = 12; // bytes: address, size and position
const INCOMPLETE = "Zstandard: not whole";

/** @type {Map<string, Promise<Uint8Array<ArrayBuffer>>>} */
const sources = new Map();
/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/**
 * Make a value once for each URL; try again after a failure.
 * @template T
 * @param {Map<string, Promise<T>>} made
 * @param {string} url
 * @param {() => Promise<T>} make
 */
function once(made, url, make) {
  const found = made.get(url) ?? make();
  made.set(url, found);
  found.catch(() => made.delete(url));
  return found;
}

/** @param {string} url */
async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`[${answer.status}] ${url}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * @param {string} url of the decoder
 */
export function source(url) {
  return once(sources, url, () => fetched(url));
}

/**
 * @param {WebAssembly.Module} module
 * @returns {Decoder}
 */
function decoder(module) {
  const imports = { env: { emscripten_notify_memory_growth: () => {} } };
  const { exports } = new WebAssembly.Instance(module, imports);
  return /** @type {Decoder} */ (/** @type {unknown} */ (exports));
}

/** @param {string} url of the decoder */
async function load(url) {
  return decoder(await once(compiled, url, async () => WebAssembly.compile(await source(url))));
}

/** @param {Uint8Array<ArrayBuffer>} packed */
function* pieces(packed) {
  for (let at = 0; at < packed.length; at += PIECE) yield packed.subarray(at, at + PIECE);
}

/**
 * @param {Decoder} decoder
 * @returns {(piece: Uint8Array, give: (content: Uint8Array<ArrayBuffer>) => void) => boolean} whether that was the end
 */
function reader({ memory, malloc, ZSTD_createDCtx, ZSTD_decompressStream }) {
  const [state, input, output] = [ZSTD_createDCtx(), malloc(BUFFER), malloc(BUFFER)];
  const [from, to] = [malloc(PIECE), malloc(PIECE)];
  /** @type {(buffer: number, ...values: number[]) => void} */
  const set = (buffer, ...values) => new Uint32Array(memory.buffer, buffer, 3).set(values);
  /** @param {number} buffer */
  const done = (buffer) => new Uint32Array(memory.buffer, buffer, 3)[2];
  let left = 1;
  return (piece, give) => {
    new Uint8Array(memory.buffer).set(piece, from);
    set(input, from, piece.length, 0);
    do {
      set(output, to, PIECE, 0);
      left = ZSTD_decompressStream(state, output, input);
      if (left < 0) throw new Error(`Zstandard: ${left}`);
      if (done(output)) give(new Uint8Array(memory.buffer).slice(to, to + done(output)));
    } while (done(input) < piece.length || done(output) === PIECE);
    return left === 0;
  };
}

/** Let waiting work run on the page's thread first, between two pieces of long work. */
export const yieldToMain = () => globalThis.scheduler?.yield?.();

/**
 * @param {string} url of the decoder, which is fetched at once
 * @returns {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>}
 */
export function unpacking(url) {
  const ready = load(url).then(reader);
  ready.catch(() => {}); // the reader of the stream gets the failure
  let isWhole = false;
  return new TransformStream({
    async transform(packed, controller) {
      const read = await ready;
      for (const piece of pieces(packed)) {
        isWhole = read(piece, (content) => controller.enqueue(content));
        await yieldToMain();
      }
    },
    flush() {
      if (!isWhole) throw new Error(INCOMPLETE);
    },
  });
}

/**
 * @param {Uint8Array<ArrayBuffer>} program of the decoder
 * @param {Uint8Array<ArrayBuffer>} packed
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpackedAtOnce(program, packed) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  const read = reader(decoder(new WebAssembly.Module(program)));
  let isWhole = false;
  for (const piece of pieces(packed)) isWhole = read(piece, (part) => parts.push(part));
  if (!isWhole) throw new Error(INCOMPLETE);
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
