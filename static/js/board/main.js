/* Animations and sounds of the board, and the workers of packs. The build bundles them to static/js/board.bundle.js, which
   runs when the page is parsed. */

import "./board_growth.js";
import "./start_wheel.js";
import { animation } from "./animation.js";
import { demonstrate } from "./demonstration.js";
import { startPackWorker } from "./pack_worker.js";
import { sound } from "./sound.js";

Object.assign(window.tashkalar, { animation, demonstrate, sound, startPackWorker });
