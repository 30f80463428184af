// A reporter for `tests/check.ts`: writes what became of each test file, as JSON, into the file that OUTCOMES names.
import { writeFileSync } from "node:fs";
import type { SerializedError, TestError } from "vitest";
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSpecification, Vitest } from "vitest/node";

interface Failure {
  /** The test's name with those of its suites, or what failed outside of a test. */
  name: string;
  message: string;
  /** Whether it only ran out of time, or a process that it needed was gone: on a busy machine that happens by chance. */
  isChance: boolean;
}

export interface Outcomes {
  /** Files that ran or should have run. */
  files: number;
  /** Those that did not pass, by their absolute path. */
  failed: { file: string; failures: Failure[] }[];
  /** Errors outside of any test, apart from the death of a worker or browser, which leaves a file that did not pass. */
  unhandled: string[];
  reason: TestRunEndReason;
  /** What ended the run before its end: so many browsers died of one cause that no test of a screen can pass. */
  deadly?: string;
  /** What the global setup built, which a second run need not build again. */
  built: Record<string, string | undefined>;
}

const causes = (error: SerializedError | undefined): SerializedError[] =>
  error ? [error, ...causes(error.cause)] : [];

/** Vitest's messages when it loses a worker or a browser. */
const death = /Worker exited unexpectedly|Timeout starting \w+ runner|Browser connection was closed/;
const isDeath = (error: SerializedError): boolean =>
  causes(error).some(({ code, message }) => code === "VITEST_BROWSER_CONNECTION_CLOSED" || death.test(message));

/** Playwright's and `AbortSignal`'s errors have the name; Vitest's have none. A poll that ends is an assertion. */
const isTimeout = ({ name, message }: SerializedError): boolean =>
  name === "TimeoutError" || /^(Test|Hook) timed out in /.test(message);

const isChance = (error: SerializedError): boolean =>
  isDeath(error) || causes(error).some((each) => isTimeout(each) || each.code === "ECONNREFUSED");

/** More browsers than this do not die of one cause by chance. */
const mostDeaths = 12;

/** What a browser died of, in its own last line where it wrote one, if this is what a test says of its death. */
const deathOfBrowser = ({ message }: TestError): string | undefined => {
  const [line = ""] = message.split("\n", 1);
  if (!/has been closed$|Target crashed|^browserType\.launch: /.test(line)) return undefined;
  const written = message.split("\n").findLast((each) => each.includes("[err]"));
  return written?.replace(/^.*?\[err\] (\[[\d/.:]+)?/, "") ?? line.replace(/^[\w.]+: /, "");
};

const sentence = ({ name, message }: SerializedError): string =>
  `${name ?? "Error"}: ${message.split("\n", 1)[0]?.slice(0, 300)}`;

const failuresAt = (name: string, errors: readonly (SerializedError | TestError)[]): Failure[] =>
  errors.map((error) => ({ name, message: sentence(error), isChance: isChance(error) }));

const failuresOf = (file: TestModule): Failure[] => {
  const tests = [...file.children.allTests()];
  const failures = [
    ...failuresAt("the file", file.errors()),
    ...[...file.children.allSuites()].flatMap((suite) => failuresAt(suite.fullName, suite.errors())),
    ...tests.flatMap((test) => failuresAt(test.fullName, test.result().errors ?? [])),
  ];
  if (failures.length > 0) return failures;
  const states = [file.state(), ...tests.map((test) => test.result().state)];
  if (tests.length > 0 && states.every((state) => state === "passed" || state === "skipped")) return [];
  // A worker or browser that dies leaves its file without tests or without their results, and without an error.
  return [notRun(tests.length === 0 || states.includes("pending"))];
};

const notRun = (isChance: boolean): Failure => ({ name: "the file", message: "It did not run to its end.", isChance });

export class OutcomesReporter implements Reporter {
  private specified: string[] = [];
  private vitest?: Vitest;
  private readonly deaths = new Map<string, number>();
  private deadly?: string;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestCaseResult(test: TestCase): void {
    const cause = test
      .result()
      .errors?.map(deathOfBrowser)
      .find((death) => death !== undefined);
    if (cause === undefined) return;
    const deaths = (this.deaths.get(cause) ?? 0) + 1;
    this.deaths.set(cause, deaths);
    if (deaths !== mostDeaths) return;
    this.deadly = `${mostDeaths} browsers died of one cause: ${cause}`;
    // Not waited for: it ends when the run has ended, and the run waits for its reporters.
    void this.vitest?.cancelCurrentRun("test-failure");
  }

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.specified = files.map((file) => file.moduleId);
  }

  onTestRunEnd(files: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    const ran = new Set(files.map((file) => file.moduleId));
    const missing = this.specified.filter((file) => !ran.has(file));
    const outcomes: Outcomes = {
      files: files.length,
      failed: [
        ...files.map((file) => ({ file: file.moduleId, failures: failuresOf(file) })),
        ...missing.map((file) => ({ file, failures: [notRun(true)] })),
      ].filter(({ failures }) => failures.length > 0),
      unhandled: errors.filter((error) => !isDeath(error)).map(sentence),
      reason,
      deadly: this.deadly,
      built: { WEB_BUILT: process.env.WEB_BUILT, ASSEMBLY: process.env.ASSEMBLY },
    };
    if (process.env.OUTCOMES) writeFileSync(process.env.OUTCOMES, JSON.stringify(outcomes));
  }
}
