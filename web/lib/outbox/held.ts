// What a form has submitted and the outbox still holds: it may wait while the form is closed, or be taken back.
export interface Held {
  isHeld: () => boolean;
  mayTakeBack: () => boolean;
  letWait: () => Promise<void>;
  takeBack: () => Promise<void>;
}

/** Whether the answer names a movement whose reversal takes the entry back. */
export const isReversible = ({ route }: { route: string }): boolean => /\/(in|out|transfer|receive)$/.test(route);
