// The pages of the user's guide, and which of them belong to a screen. `npm run guide` writes steps and pictures as the tests
// that count the presses of these jobs do them.
import { mayAct, type Role } from "#shared/role.ts";

export interface GuideJob {
  /** As in docs/frequent-jobs.md. */
  title: string;
  /** The path of the screen that it begins on, and the lowest role that may do it. */
  screen: string;
  role: Role;
  about: string;
  /** In their order: what is pressed, typed or scanned. */
  steps: string[];
  /** The buttons and fields in its picture, which stand in for it. */
  shows: string;
}

export interface Guide {
  jobs: GuideJob[];
  terms: Record<string, string>;
}

/** The name of its picture, without the ending. */
export const pictureOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, "-");

/** The jobs of a role, first those at a screen or of a title, and how many these are. */
export const jobsAt = (jobs: readonly GuideJob[], at: string, role: Role): { jobs: GuideJob[]; here: number } => {
  const own = jobs.filter((job) => mayAct(role, job.role));
  const here = own.filter(({ title, screen }) => title === at || `${at}/`.startsWith(`${screen}/`));
  return { jobs: [...here, ...own.filter((job) => !here.includes(job))], here: here.length };
};
