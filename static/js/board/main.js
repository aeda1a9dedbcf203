/* Animations and sounds of the board. The build bundles them to static/js/board.bundle.js, which runs when the page is
   parsed. */

import { animation } from "./animation.js";
import { sound } from "./sound.js";

Object.assign(window.tashkalar, { animation, sound });
