/* Python does not start when the clock is before 1970 or after 2262. It gets one that it can read then; the
   saved games only believe a clock for the dates that are shown. A classic script before PyScript. */
(function () {
  "use strict";
  var LAST = Date.UTC(2261, 0, 1);
  var now = Date.now();
  if (now >= 0 && now < LAST) return;
  var begin = now < 0 ? 0 : LAST;
  Date.now = function () { return begin + Math.floor(performance.now()); };
})();
