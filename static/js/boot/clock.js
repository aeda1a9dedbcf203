/* Python does not start while the clock is before 1970 or after 2262. It gets a readable time then. The saved games use
   the clock only for the dates that the page shows. */

const LAST_TIME = Date.UTC(2261, 0, 1);
const now = Date.now();
if (now < 0 || now >= LAST_TIME) {
  const begin = now < 0 ? 0 : LAST_TIME;
  Date.now = function () { return begin + Math.floor(performance.now()); };
}
