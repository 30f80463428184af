// How a dialog opened from a list gives the focus back to a row, which may not be drawn just then.

export interface RowFocus {
  /** Scrolls to a row and gives it the focus. */
  focus: (index: number) => void;
}
