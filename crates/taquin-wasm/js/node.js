// The module's entry point in Node.js.

import { create } from "./api.js";
import { spawn } from "./spawn-node.js";

export const { solve, info, random, trace, compare, analyze, close } = create(spawn);
export { Board } from "./board.js";
export { TaquinError } from "./engine.js";
