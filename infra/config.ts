// The settings of each stage that the product is deployed to.
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Resource, Route } from "#shared/api.ts";

/** One Lambda for each resource in shared/api.ts, and two without a route. */
export type LambdaName = Resource | "bootstrap" | "snapshot";

export interface Stage {
  name: string;
  /** Receives mails from alarms and the budget; without it alarms show only in the console. */
  email?: string;
  /** US dollars a month for the whole account; a mail warns before it is exceeded. */
  budget: number;
  /** Retention of all logs. */
  logs: RetentionDays;
  /** CORS origins. Any by default, since the API uses bearer tokens and no cookies. */
  origins: string[];
  /** Requests a second and burst limit of each route. */
  throttle: Limit;
  /** Routes with limits of their own. */
  routeThrottles: Partial<Record<Route, Limit>>;
  /**
   * Lambdas that the account may run at a time in this region: Service Quotas, Lambda, Concurrent executions. An alarm
   * goes off at four fifths of it.
   */
  concurrency: number;
  /** Reserved concurrency by Lambda. A new AWS account has too little concurrency to allow any. */
  reserved: Partial<Record<LambdaName, number>>;
  /** Termination protection of the stacks. */
  protect: boolean;
  /** A new version first serves a tenth of the requests, and is rolled back if an alarm goes off. */
  canary: boolean;
  /** Custom host names, instead of those that AWS assigns. */
  domain?: Domain;
  /** The GitHub repository whose workflow may deploy this stage. */
  github?: GitHub;
  /**
   * Suffix of restored tables that replace the stack's own: "2026-11-20" means `inventory-prod-users-2026-11-20`, and
   * so on for each table.
   */
  restored?: string;
}

interface Limit {
  /** Requests a second. */
  rate: number;
  burst: number;
}

export interface GitHub {
  /** As in "shop/inventory". Its environment of the stage's name deploys. */
  repository: string;
  /** ARN of GitHub's identity provider, once the account has it: it can have only one, for all stages and regions. */
  provider?: string;
}

export interface Domain {
  /** Host names of the site, the main API and the developer API. */
  site: string;
  api: string;
  dev: string;
  /** Certificate ARNs: in us-east-1 for the site, as CloudFront demands, and in the stacks' region for the APIs. */
  certificates: { site: string; apis: string };
}

/** Stage dev also runs locally, where custom domains and restored tables do not exist. */
type Dev = Stage & { domain?: undefined; restored?: undefined };

const defaults = {
  origins: ["*"],
  throttle: { rate: 200, burst: 400 },
  // Passwords are hashed at great cost, so a flood of sign-ins could use up the concurrency that all other calls need.
  routeThrottles: { "POST /v1/login": { rate: 50, burst: 100 } },
  concurrency: 1_000,
  reserved: {},
} satisfies Partial<Stage>;

export const stages = {
  dev: { ...defaults, name: "dev", budget: 5, logs: RetentionDays.ONE_MONTH, protect: false, canary: false },
  prod: { ...defaults, name: "prod", budget: 20, logs: RetentionDays.ONE_YEAR, protect: true, canary: true },
} satisfies Record<string, Stage> & { dev: Dev };

export const findStage = (name: string): Stage => {
  const stage = Object.values<Stage>(stages).find((known) => known.name === name);
  if (!stage) throw new Error(`There is no stage "${name}"; choose ${Object.keys(stages).join(" or ")}.`);
  return stage;
};
