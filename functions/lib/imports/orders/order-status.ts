// Which statuses of order lines mean that nothing is taken from stock: cancelled, returned, or lost on the way.

const leftOut =
  /\b(cancel\w*|return(ed|ing|s)?|rto|refunded|void(ed)?|rejected|declined|lost|damaged|door step exchanged)\b/;
/** "Partially refunded", "not cancelled": the line, or what is left of it, is still wanted. */
const denied = /\b(not|no|non|never|partially|partly)( yet)? \w+/g;

/** Whether a status says that the line is cancelled or returned. */
export const isCancelledStatus = (status: string): boolean =>
  leftOut.test(
    status
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .replace(denied, ""),
  );

/** What stands in a column of cancellations when there was none. */
const nothing = /^(|0|no|n|false|none|null|nil|na|n a)$/;

/** Whether a date or tick of a cancellation is there. */
export const isCancellation = (text: string): boolean =>
  !nothing.test(
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );
