// The order file that was dropped or pasted on Create Picklist, on its way to the screen of order files.
let waiting: File | undefined;

export const handOverFile = (file: File): void => {
  waiting = file;
};

/** The file, once. */
export const takeFile = (): File | undefined => {
  const file = waiting;
  waiting = undefined;
  return file;
};
