// Announces that a screen failed, before it is removed. Separate from forms, which load later.
import { newEmitter } from "./emitter.ts";

export const screenFailures = newEmitter();
