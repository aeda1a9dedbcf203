/* A style sheet that does not arrive keeps the browser from drawing the page and from running the scripts behind it. So
   after some seconds the page goes on without such a sheet, which applies when it comes, and boot/stalls.js names it. The
   page loads this script with `async`, because all others wait for the style sheets. */
(() => {
  "use strict";

  const GO_ON_AFTER_MS = 8000;

  /**
   * Wait for a style sheet without holding up the page. The browser goes on with the same request.
   * @param {HTMLLinkElement} link
   */
  function waitBesideThePage(link) {
    const { media } = link;
    const copy = /** @type {HTMLLinkElement} */ (link.cloneNode());
    copy.media = "not all";
    copy.dataset.waiting = "";
    copy.addEventListener("load", () => {
      copy.media = media;
      delete copy.dataset.waiting;
    });
    link.before(copy);
    link.remove();
  }

  setTimeout(() => {
    /** @type {NodeListOf<HTMLLinkElement>} */
    const links = document.querySelectorAll('link[rel="stylesheet"]');
    for (const link of links) if (!link.sheet) waitBesideThePage(link);
  }, Math.max(0, GO_ON_AFTER_MS - performance.now()));
})();
