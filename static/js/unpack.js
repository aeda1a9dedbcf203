/* The worker of snapshot.js. Asked for an address it looks into the browser's caches and answers {kept}; what it has
   found follows unpacked, in messages {piece}, and at last {done: SHA-256 of the packed content} or {error}. */
(() => {
  "use strict";
  const PIECE = 1 << 20; // few messages, and none that keeps the page's thread for long

  /** @param {Response} answer */
  async function unpack(answer) {
    const packed = await answer.arrayBuffer();
    const hash = crypto.subtle.digest("SHA-256", packed);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    let piece = new Uint8Array(PIECE);
    let filled = 0;
    const send = () => {
      postMessage({ piece: piece.subarray(0, filled) }, [piece.buffer]);
      piece = new Uint8Array(PIECE);
      filled = 0;
    };
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      for (let rest = value; rest.length; ) {
        const fits = rest.subarray(0, PIECE - filled);
        piece.set(fits, filled);
        filled += fits.length;
        rest = rest.subarray(fits.length);
        if (filled === PIECE) send();
      }
    }
    if (filled) send();
    postMessage({ done: await hash });
  }

  addEventListener("message", async ({ data: url }) => {
    try {
      // A service worker's cache may put a revision behind the name.
      const answer = await caches.match(url, { ignoreSearch: true });
      postMessage({ kept: Boolean(answer) });
      if (answer) await unpack(answer);
    } catch (error) {
      postMessage({ error: String(error) });
    }
  });
})();
