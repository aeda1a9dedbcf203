// Unpacks under Node what the page unpacks: Node's own zlib knows Zstandard only from version 22 on.

import { readFileSync } from "node:fs";

// Not with paths that the check of types would follow: it takes this for Node's, and that for the browser's.
const here = import.meta.url;
const { unpacking } = await import(new URL("../../../static/js/python/zstd.js", here).href);
const decoder = readFileSync(new URL("../../../static/vendor/zstd/zstd.wasm", here)).toString("base64");

/**
 * @param {string} file
 * @returns {Promise<Uint8Array>} what was packed in it
 */
export async function unpacked(file) {
  const content = new Blob([readFileSync(file)]).stream();
  const whole = content.pipeThrough(unpacking(`data:application/wasm;base64,${decoder}`));
  return new Uint8Array(await new Response(whole).arrayBuffer());
}
