// What a form has submitted and the outbox still holds: it may wait while the form is closed, or be taken back.
export interface Held {
  isHeld: () => boolean;
  mayTakeBack: () => boolean;
  letWait: () => Promise<void>;
  takeBack: () => Promise<void>;
}
