/* Runs in the head of the page, before Python. The build bundles it to static/js/boot.bundle.js: one classic script, because
   modules do not load in frames without an origin on most hosts. */

import "./errors.js";
import "./held_keys.js";
import "./appearance.js";
import "./progress.js";
import "./panels.js";
import "./first_screen.js";
import "./saved_board.js";
import "./clock.js";
import "./memory_database.js";
import { backup } from "./backup_database.js";
import { takeEarlyPresses } from "./early_presses.js";
import { isKept, reportBrokenPart, verifyAll } from "./integrity.js";
import { begin, start } from "./start.js";
import { showFatalError } from "./start_error.js";
import { translatePage } from "./translation.js";

window.tashkalar = {
  backup, isKept, reportBrokenPart, showFatalError, start, takeEarlyPresses, translatePage, verifyAll,
};
begin();
