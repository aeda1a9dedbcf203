/* The worker of snapshot.js. Asked for an address it looks into the browser's caches and answers {kept}; what it has
   found follows as {content} with {hash}, its SHA-256, or {error}. */
(() => {
  "use strict";

  addEventListener("message", async ({ data: url }) => {
    try {
      const answer = await caches.match(url);
      postMessage({ kept: Boolean(answer) });
      if (!answer) return;
      const content = await answer.arrayBuffer();
      const hash = await crypto.subtle.digest("SHA-256", content);
      postMessage({ content, hash }, [content]);
    } catch (error) {
      postMessage({ error: String(error) });
    }
  });
})();
