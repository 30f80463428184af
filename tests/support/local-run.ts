// A process of `npm start`, and its output.
import type { ChildProcess } from "node:child_process";

export interface LocalRun {
  child: ChildProcess;
  output(): string;
  /** Its output until it is ready or has ended. */
  ready: Promise<string>;
  /** Its exit code. */
  ended: Promise<number | null>;
}

export const watchRun = (child: ChildProcess): LocalRun => {
  let text = "";
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const ready = new Promise<string>((resolve) => {
    const hear = (chunk: Buffer) => {
      text += chunk;
      if (/^Ready: /m.test(text)) resolve(text);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    void ended.then(() => resolve(text));
  });
  return { child, output: () => text, ready, ended };
};
