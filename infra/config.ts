// The settings of each stage that the product is deployed to.
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import { type Call, calls, type Resource, type Route } from "#shared/api.ts";

/** One Lambda for each resource in shared/api.ts, and two without a route. */
export type LambdaName = Resource | "bootstrap" | "snapshot";

export interface Stage {
  name: string;
  /** Receives mails from alarms and the budget; without it alarms show only in the console. */
  email?: string;
  /** Who works with the product: beyond what so many people do, requests and reads are a flood. */
  people: number;
  /** US dollars a month for the whole account; a mail warns before it is exceeded. */
  budget: number;
  logs: RetentionDays;
  /** The gateway's lines have network addresses of people, which are needed to understand an attack of the last weeks. */
  accessLogs: RetentionDays;
  /** CORS origins. Any by default, since the API uses bearer tokens and no cookies. */
  origins: string[];
  /** Requests a second and burst limit of each route. */
  throttle: Limit;
  routeThrottles: Partial<Record<Route, Limit>>;
  /** Reserved concurrency by Lambda. A new AWS account has too little concurrency to allow any. */
  reserved: Partial<Record<LambdaName, number>>;
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
  /** Numbers that stay when a name is given up and taken by somebody else: `gh api repos/shop/inventory --jq '.owner.id, .id'`. */
  ids: { owner: number; repository: number };
  /** The branch that is deployed, as in "main": a workflow that another branch has changed does not get the role. */
  branch: string;
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

/** A list, a report or a file that is read: whole tables, up to 5,000 read units each. Or a call that is rare. */
const isDearOrRare = ([route, { download, rare }]: [Route, Call]): boolean =>
  download || rare || /^(GET|POST \/v1\/imports\/\w+$)[^{]*$/.test(route);

/** What a device sends by itself: entries that waited for a network, counted lines, ticks, and products one by one. */
const sentInRows: Route[] = [
  ...(Object.keys(calls) as Route[]).filter((route) => /^POST \/v1\/transactions\/\w+$/.test(route)),
  "POST /v1/shipments/{id}/receive",
  "PUT /v1/counts/{id}/lines",
  "PUT /v1/picklists/{id}/picked",
  "DELETE /v1/products/{id}",
  "POST /v1/products/{id}/restore",
];

const everyRoute = (routes: Route[], limit: Limit) => Object.fromEntries(routes.map((route) => [route, limit]));

// A flood must stay cheap: docs/operations.md says what a day of one costs. Forty people make one or two requests a minute
// each, so a limit is for the moment when all their devices come back to a network at once.
const throttle: Limit = { rate: 20, burst: 60 };

const defaults = {
  people: 40,
  origins: ["*"],
  throttle,
  routeThrottles: {
    // A device reads a list again after half a minute at the earliest.
    ...everyRoute(
      (Object.entries(calls) as [Route, Call][]).filter(isDearOrRare).map(([route]) => route),
      { rate: 5, burst: 60 },
    ),
    // Every device asks for changes all the time, for some ten read units.
    "GET /v1/app/catalogue": throttle,
    // Each waits for another call.
    "POST /v1/mcp": { rate: 5, burst: 60 },
    // Of forty devices that come back with three entries each none is refused; with ten each they are through in 8 seconds,
    // where the default would take 20. Who counts or picks sends once or twice a second. Steps of an import or a count
    // follow each other, some five a second, and need no more than the default.
    ...everyRoute(sentInRows, { rate: 40, burst: 120 }),
  },
  reserved: {},
} satisfies Partial<Stage>;

export const stages = {
  dev: {
    ...defaults,
    name: "dev",
    budget: 5,
    logs: RetentionDays.ONE_MONTH,
    accessLogs: RetentionDays.ONE_MONTH,
    protect: false,
    canary: false,
  },
  prod: {
    ...defaults,
    name: "prod",
    budget: 20,
    logs: RetentionDays.ONE_YEAR,
    accessLogs: RetentionDays.THREE_MONTHS,
    protect: true,
    canary: true,
  },
} satisfies Record<string, Stage> & { dev: Dev };

export const findStage = (name: string): Stage => {
  const stage = Object.values<Stage>(stages).find((known) => known.name === name);
  if (!stage) throw new Error(`There is no stage "${name}"; choose ${Object.keys(stages).join(" or ")}.`);
  return stage;
};
