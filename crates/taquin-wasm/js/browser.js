// The module's entry point in browsers.

import { create } from "./api.js";
import { spawn } from "./spawn-browser.js";

export const { solve, info, random, trace, compare, analyze, close } = create(spawn);
export { Board } from "./board.js";
export { TaquinError } from "./engine.js";
