// Prints the progress of a run, and at its end where its seconds went.
import { DefaultReporter, type TestCase, type TestModule, type TestSpecification } from "vitest/node";

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;

/** `tests/web/features/plan/plan.test.ts` is of web/features, `tests/functions/plan.test.ts` of functions. */
const roomOf = (file: string): string => /^tests\/((?:web\/)?[^/]+)\//.exec(file)?.[1] ?? "tests";

const durationOf = (test: TestCase): number => test.diagnostic()?.duration ?? 0;

export class Progress extends DefaultReporter {
  private files = 0;
  private finished = 0;

  override onTestRunStart(files: readonly TestSpecification[]): void {
    this.files = files.length;
    this.finished = 0;
    super.onTestRunStart(files);
  }

  override printTestModule(file: TestModule): void {
    this.finished += 1;
    if (file.state() === "failed") {
      super.printTestModule(file);
      return;
    }
    const { length } = [...file.children.allTests("passed")];
    const took = seconds(file.diagnostic().duration);
    this.log(` ${this.finished} of ${this.files}  ${file.relativeModuleId}, ${length} tests, ${took}`);
  }

  override onTestRunEnd(...[files, ...rest]: Parameters<DefaultReporter["onTestRunEnd"]>): void {
    super.onTestRunEnd(files, ...rest);
    const slowest = files
      .flatMap((file) => [...file.children.allTests("passed")])
      .sort((one, other) => durationOf(other) - durationOf(one))
      .slice(0, 10);
    if (this.files < 2 || slowest.length === 0) return;
    const rooms = Object.entries(Object.groupBy(files, (file) => roomOf(file.relativeModuleId)))
      .map(([room, all = []]) => ({ room, took: all.reduce((sum, file) => sum + file.diagnostic().duration, 0) }))
      .sort((one, other) => other.took - one.took);
    this.log(`Seconds in workers: ${rooms.map(({ room, took }) => `${room} ${Math.round(took / 1_000)}`).join(", ")}`);
    this.log("Slowest:");
    for (const test of slowest)
      this.log(`  ${seconds(durationOf(test)).padStart(7)}  ${test.module.relativeModuleId}: ${test.name}`);
  }
}
