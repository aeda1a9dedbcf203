/* Python does not start when the clock is before 1970 or after 2262. It gets one that it can read then; the
   saved games only believe a clock for the dates that are shown. A classic script before PyScript. */
(() => {
  "use strict";
  const LAST = Date.UTC(2261, 0, 1);
  const now = Date.now();
  if (now >= 0 && now < LAST) return;
  const begin = now < 0 ? 0 : LAST;
  Date.now = function () { return begin + Math.floor(performance.now()); };
})();
