// What becomes of the input of a form that is closed. Apart from the form, since what draws dialogs does not know the API.

/** What a form has submitted and the outbox still holds: it may wait while the form is closed, or be taken back. */
export interface Held {
  isHeld: () => boolean;
  mayTakeBack: () => boolean;
  letWait: () => Promise<void>;
  takeBack: () => Promise<void>;
}

/** What becomes of the input of a form that is closed. */
export interface Leaving {
  /** Some of it is stored nowhere else. */
  isTyped: boolean;
  /** What was submitted before, if it is not answered yet. */
  held?: Held | undefined;
  /** It began as a refused entry, which stays. */
  isCorrection?: boolean;
}
