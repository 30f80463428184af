// What differs between the stages the product is deployed to.
import { RetentionDays } from "aws-cdk-lib/aws-logs";

export interface Stage {
  name: string;
  /** Days the logs are kept. */
  logs: RetentionDays;
  /** Origins that may call the API from a browser; bearer tokens and no cookies, so any by default. */
  origins: string[];
  /** Requests a second over all routes, and how many more in a burst. */
  throttle: { rate: number; burst: number };
}

export const stages = {
  dev: { name: "dev", logs: RetentionDays.ONE_MONTH, origins: ["*"], throttle: { rate: 200, burst: 400 } },
  prod: { name: "prod", logs: RetentionDays.ONE_YEAR, origins: ["*"], throttle: { rate: 200, burst: 400 } },
} satisfies Record<string, Stage>;

export const stageNamed = (name: string): Stage => {
  const stage = Object.values(stages).find((known) => known.name === name);
  if (!stage) throw new Error(`No stage is called "${name}"; there are ${Object.keys(stages).join(" and ")}.`);
  return stage;
};
