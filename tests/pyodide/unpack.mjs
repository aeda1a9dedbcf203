// Unpacks a file as the page does while it comes, and tells the SHA-256 of what was in it, or what was wrong.
//
//   node unpack.mjs JOB
//
// JOB is JSON: {"packed": FILE, "decoder": FILE, "sent": how many of its bytes, "piece": how many at a time,
// "target": FILE for the content, or none}.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

// Not with a path that the check of types would follow: it takes this for Node's, and that for the browser's.
const { unpacking } = await import(new URL("../../static/js/python/zstd.js", import.meta.url).href);
const { packed, decoder, sent, piece, target } = JSON.parse(process.argv[2]);
const url = `data:application/wasm;base64,${readFileSync(decoder).toString("base64")}`;
const whole = new Uint8Array(readFileSync(packed)).subarray(0, sent);
const coming = new ReadableStream({
  start(controller) {
    for (let at = 0; at < whole.length; at += piece) controller.enqueue(whole.slice(at, at + piece));
    controller.close();
  },
});
try {
  const content = new Uint8Array(await new Response(coming.pipeThrough(unpacking(url))).arrayBuffer());
  if (target) writeFileSync(target, content);
  console.log(createHash("sha256").update(content).digest("hex"));
} catch (error) {
  console.log(String(error));
}
