// What becomes of the input of a form that is closed.
import type { Held } from "../outbox/held.ts";

export interface Leaving {
  /** Some of it is stored nowhere else. */
  isTyped: boolean;
  /** What was submitted before, if it is not answered yet. */
  held?: Held | undefined;
  /** It began as a refused entry, which stays. */
  isCorrection?: boolean;
}
