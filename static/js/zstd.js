/* Unpacks Zstandard while it comes, which browsers do not do by themselves; it is a fifth smaller than gzip. Facebook's decoder does the work (tashkalar/site/vendor.py brings it along). The page and the service worker
   have this in common. */

/**
 * @typedef {object} Decoder what is used here of its exports: addresses, and sizes in bytes
 * @property {WebAssembly.Memory} memory
 * @property {(size: number) => number} malloc
 * @property {() => number} ZSTD_createDCtx
 * @property {(state: number, output: number, input: number) => number} ZSTD_decompressStream how much it would like to
 *   read next: 0 at the end, below for an error
 */

const PIECE = 1 << 17; // no block of Zstandard is longer
const BUFFER = 12; // address, size, and how much of it is done
const CUT = "Zstandard: not whole";

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/** @param {string} url of the decoder */
async function fetchModule(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`[${answer.status}] ${url}`);
  return WebAssembly.compile(await answer.arrayBuffer());
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
  const module = compiled.get(url) ?? fetchModule(url);
  compiled.set(url, module);
  module.catch(() => compiled.delete(url)); // it may be had the next time
  return decoder(await module);
}

/**
 * @param {Decoder} decoder
 * @returns {(packed: Uint8Array, give: (content: Uint8Array<ArrayBuffer>) => void) => boolean} whether that was the end
 */
function reader({ memory, malloc, ZSTD_createDCtx, ZSTD_decompressStream }) {
  const [state, input, output] = [ZSTD_createDCtx(), malloc(BUFFER), malloc(BUFFER)];
  const [from, to] = [malloc(PIECE), malloc(PIECE)];
  /** @type {(buffer: number, ...values: number[]) => void} */
  const set = (buffer, ...values) => new Uint32Array(memory.buffer, buffer, 3).set(values);
  /** @param {number} buffer */
  const done = (buffer) => new Uint32Array(memory.buffer, buffer, 3)[2];
  let left = 1;
  return (packed, give) => {
    for (let at = 0; at < packed.length; at += PIECE) {
      const piece = packed.subarray(at, at + PIECE);
      new Uint8Array(memory.buffer).set(piece, from);
      set(input, from, piece.length, 0);
      do {
        set(output, to, PIECE, 0);
        left = ZSTD_decompressStream(state, output, input);
        if (left < 0) throw new Error(`Zstandard: ${left}`);
        if (done(output)) give(new Uint8Array(memory.buffer).slice(to, to + done(output)));
      } while (done(input) < piece.length || done(output) === PIECE);
    }
    return left === 0;
  };
}

/**
 * @param {string} url of the decoder, which is fetched at once
 * @returns {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>}
 */
export function unpacking(url) {
  const ready = load(url).then(reader);
  ready.catch(() => {}); // whoever reads hears of it
  let isWhole = false;
  return new TransformStream({
    async transform(packed, controller) {
      isWhole = (await ready)(packed, (content) => controller.enqueue(content));
    },
    flush() {
      if (!isWhole) throw new Error(CUT);
    },
  });
}

/**
 * @param {Uint8Array<ArrayBuffer>} source of the decoder
 * @param {Uint8Array<ArrayBuffer>} packed
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function unpackedAtOnce(source, packed) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  const read = reader(decoder(new WebAssembly.Module(source)));
  if (!read(packed, (piece) => pieces.push(piece))) throw new Error(CUT);
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
