/* The worker of optimized_code.js: it plays until enough of Python's WebAssembly is optimized. */
import { loadPyodide } from "./interpreter.js";

const PLAY = `
import tashkalar
from tashkalar.bots.simple import RandomPlayer, take_decision
for seed in range(8):
    game = tashkalar.new_game("high-form", ("northern", "sylvan"), seed=seed)
    player = RandomPlayer(seed)
    while game.player is not None:
        take_decision(game, player)
`;

const python = await loadPyodide();
python.runPython(PLAY);
self.postMessage("");
