// Tells that a screen has thrown, before it is removed, so that forms keep their drafts: the shell loads this before any form.
import { newEmitter } from "./emitter.ts";

export const screenFailures = newEmitter();
