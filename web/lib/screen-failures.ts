// Tells of a screen that failed, before it is taken away. Separate from forms, which the boundary around screens does not load.
import { newEmitter } from "./emitter.ts";

export const screenFailures = newEmitter();
