// The log of the Lambdas in the data folder. It outlives a full disk: lines are lost while there is no room, and the terminal
// says so once.
import { createWriteStream, type WriteStream } from "node:fs";
import { isFullDisk } from "./user-error.ts";

/** Replaces the file of an earlier run, and returns how to write a line. */
export const openLog = (file: string, tell: (sentence: string) => void = console.error): ((line: string) => void) => {
  let stream: WriteStream | undefined = createWriteStream(file);
  let failed = false;
  const onError = (error: Error) => {
    stream = undefined;
    if (failed) return;
    failed = true;
    tell(
      isFullDisk(error)
        ? "The disk is full, so nothing can be saved: make room, and work goes on by itself."
        : `The log cannot be written: ${error.message}.`,
    );
  };
  const onWritten = (error?: Error | null) => {
    if (error || !failed) return;
    failed = false;
    tell("There is room again.");
  };
  stream.once("error", onError);
  return (line) => {
    // After an error a stream takes no more lines.
    stream ??= createWriteStream(file, { flags: "a" }).once("error", onError);
    stream.write(`${line}\n`, onWritten);
  };
};
