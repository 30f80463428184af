// What differs between the stages the product is deployed to.
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Resource } from "#shared/api.ts";

/** One for each resource of the table of calls, and two that no route leads to. */
export type LambdaName = Resource | "bootstrap" | "snapshot";

export interface Stage {
  name: string;
  /** Where alarms and the budget write to; without one they show in the console only. */
  email?: string;
  /** US dollars a month that the whole account may cost before a mail is sent. */
  budget: number;
  /** Days the logs are kept. */
  logs: RetentionDays;
  /** Origins that may call the API from a browser; bearer tokens and no cookies, so any by default. */
  origins: string[];
  /** Requests a second over all routes, and how many more in a burst. */
  throttle: { rate: number; burst: number };
  /** Runs at a time that a Lambda is sure of and cannot exceed. A new account, with few in all, refuses any. */
  reserved: Partial<Record<LambdaName, number>>;
  /** Refuses to delete a stack, until the setting is taken back. */
  protect: boolean;
  /** A new version serves a tenth of the requests first, and is taken back when an alarm rings. */
  canary: boolean;
  /** Addresses of one's own, instead of those that AWS gives. */
  domain?: Domain;
  /**
   * Tables that were restored take the place of the stack's own: what their names end in after
   * `inventory-prod-users-`, and so on for each.
   */
  restored?: string;
}

export interface Domain {
  /** Host names, of the site and of the two APIs. */
  site: string;
  api: string;
  dev: string;
  /** ARNs of certificates: CloudFront takes one of us-east-1, the APIs one of their own region. */
  certificates: { site: string; apis: string };
}

/** Also what runs on a laptop, where there are no addresses and no tables but those of its own templates. */
type Dev = Stage & { domain?: undefined; restored?: undefined };

const both = {
  origins: ["*"],
  throttle: { rate: 200, burst: 400 },
  reserved: {},
} satisfies Partial<Stage>;

export const stages = {
  dev: { ...both, name: "dev", budget: 5, logs: RetentionDays.ONE_MONTH, protect: false, canary: false },
  prod: { ...both, name: "prod", budget: 20, logs: RetentionDays.ONE_YEAR, protect: true, canary: true },
} satisfies Record<string, Stage> & { dev: Dev };

export const stageNamed = (name: string): Stage => {
  const stage = Object.values<Stage>(stages).find((known) => known.name === name);
  if (!stage) throw new Error(`No stage is called "${name}"; there are ${Object.keys(stages).join(" and ")}.`);
  return stage;
};
