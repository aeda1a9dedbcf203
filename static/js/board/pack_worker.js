/* Starts the workers of packs and hears their messages before Python does. A pack can send messages faster than Python reads
   them, so a worker ends at the first message that nobody waits for. */

const LONGEST_ANSWER = 500_000; // characters; an effect needs some 60,000
const LONGEST_REASON = 500; // characters

/** @typedef {{resolve: (answer: string) => void, reject: (error: Error) => void}} Waiting */

/**
 * Return a promise's answer from a message of a worker, whose program is not trusted.
 * @param {Map<number, Waiting>} pending
 * @param {unknown} data
 * @returns {string} why the message is none of the expected answers; "" if it is one
 */
function receive(pending, data) {
  const [number, answer, error] = Array.isArray(data) && data.length === 3 ? data : [];
  const waiting = pending.get(number);
  if (!waiting || typeof answer !== "string" || typeof error !== "string") return "it sends what nobody has asked for";
  if (answer.length > LONGEST_ANSWER) return `its answer has ${answer.length} characters`;
  pending.delete(number);
  if (error) waiting.reject(new Error(error.slice(-LONGEST_REASON)));
  else waiting.resolve(answer);
  return "";
}

/**
 * Start a worker of `static/js/python/pack_worker.js`.
 * @param {string} url of the program
 * @returns {PackWorker}
 */
export function startPackWorker(url) {
  // A worker from an address would have no security policy; one from a blob has the page's.
  const program = URL.createObjectURL(new Blob([`import ${JSON.stringify(url)};`], { type: "text/javascript" }));
  const worker = new Worker(program, { type: "module" });
  /** @type {Map<number, Waiting>} */
  const pending = new Map();
  let last = 0;
  let ended = "";
  const wait = (/** @type {number} */ number) =>
    new Promise((resolve, reject) => {
      if (ended) reject(new Error(ended));
      else pending.set(number, { resolve, reject });
    });
  const end = (/** @type {string} */ reason) => {
    ended ||= reason;
    worker.onmessage = worker.onerror = worker.onmessageerror = null;
    worker.terminate();
    for (const { reject } of pending.values()) reject(new Error(ended));
    pending.clear();
  };
  worker.onmessage = ({ data }) => {
    const fault = receive(pending, data);
    if (fault) end(fault);
  };
  worker.onmessageerror = () => end("it sends what cannot be read");
  worker.onerror = ({ message }) => end(message || "its program cannot be loaded");
  const engine = wait(0);
  engine.catch(() => {}).finally(() => URL.revokeObjectURL(program));
  return {
    engine,
    ask(text, name, content) {
      last += 1;
      if (!ended) worker.postMessage(content ? [last, text, name, content] : [last, text]);
      return wait(last);
    },
    end: () => end("it was ended"),
  };
}
