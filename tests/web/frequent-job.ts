// A frequent job as a person does it: its presses are counted, and are those that docs/frequent-jobs.md states; its steps and its
// picture are those of the user's guide, which `npm run guide` writes.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";
import type { Locator } from "#tests/support/browser.ts";
import { type Guide, pictureOf } from "#web/shell/guide/guide-pages.ts";

const table = readFileSync(new URL("../../docs/frequent-jobs.md", import.meta.url), "utf8");
const file = new URL("../../web/shell/guide/guide.json", import.meta.url);
const readGuide = (): Guide => JSON.parse(readFileSync(file, "utf8"));
const writes = process.env.GUIDE === "write";

const statedPresses = (job: string): number =>
  Number(new RegExp(`^\\| ${job} \\| (\\d+) \\|`, "m").exec(table)?.[1] ?? Number.NaN);

/** Counts actions of a person: a press, a key, a choice, a paste or a chosen file is one. */
export const countedActions = () => {
  let count = 0;
  return {
    act: <T>(done: Promise<T>): Promise<T> => {
      count += 1;
      return done;
    },
    count: () => count,
  };
};

/** `title`: as in the table. */
export const frequentJob = (title: string) => {
  const { act, count } = countedActions();
  const steps: string[] = [];
  const told: { shows?: string } = {};
  /** A step of the guide; one that repeats the step before is told once. */
  const tell = (step: string) => {
    if (steps.at(-1) !== step) steps.push(step);
  };
  return {
    /** One action, and the step of the guide that it belongs to. */
    act: <T>(done: Promise<T>, step: string): Promise<T> => {
      tell(step);
      return act(done);
    },
    /** A scan, which is no press. */
    tell,
    /** What the guide shows of this job, as it stands now. */
    picture: async (part: Locator) => {
      told.shows = (await part.evaluate(namesIn)).join(", ");
      const path = new URL(`../../web/shell/guide/pictures/${pictureOf(title)}.jpg`, import.meta.url);
      if (writes) writeFileSync(path, await part.screenshot({ type: "jpeg", quality: 30, animations: "disabled" }));
      expect(existsSync(path)).toBe(true);
    },
    expectAsStated: () => {
      expect({ job: title, actions: count() }).toEqual({ job: title, actions: statedPresses(title) });
      const { jobs, terms } = readGuide();
      const now = { steps, ...told };
      if (writes) {
        const written = jobs.map((job) => (job.title === title ? { ...job, ...now } : job));
        writeFileSync(file, `${JSON.stringify({ jobs: written, terms }, undefined, 2)}\n`);
      }
      expect((writes ? readGuide().jobs : jobs).find((job) => job.title === title)).toMatchObject(now);
    },
  };
};

/** The labels of fields and buttons, without those of rows, whose names are random. Runs in the page. */
const namesIn = (part: Element): string[] => {
  const texts = [...part.querySelectorAll("label, legend, button")].map((one) => one.textContent?.trim() ?? "");
  return [...new Set(texts.filter((text) => /^[A-Z][A-Za-z .()-]{1,30}$/.test(text)))];
};
