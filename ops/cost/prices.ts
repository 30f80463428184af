// AWS list prices in Mumbai (ap-south-1), in US dollars without tax, and the monthly allowances that are always free.
// Sources: the AWS Price List API for ap-south-1 (usage types APS3-…), aws.amazon.com/cloudfront/pricing (column
// India), aws.amazon.com/cloudwatch/pricing and aws.amazon.com/secrets-manager/pricing.
export const asOf = "September 2026";
export const region = "Asia Pacific (Mumbai), ap-south-1";

export interface Price {
  service: string;
  what: string;
  /** Dollars for one unit. */
  price: number;
  /** Units a month that are free, without an end date. */
  free?: number;
}

const million = 1e6;

export const prices = {
  write: { service: "DynamoDB", what: "write units", price: 0.71 / million },
  read: { service: "DynamoDB", what: "read units", price: 0.1425 / million },
  stored: { service: "DynamoDB", what: "GB stored", price: 0.285, free: 25 },
  // Assumes N. Virginia's ratio, where backup costs 0.20 and storage 0.25.
  recoverable: { service: "DynamoDB", what: "GB recoverable to any second", price: 0.228 },
  apiRequest: { service: "API Gateway", what: "requests", price: 1.05 / million },
  transferOut: { service: "API Gateway", what: "GB answered", price: 0.1093, free: 100 },
  invocation: { service: "Lambda", what: "runs", price: 0.2 / million, free: million },
  computeTime: { service: "Lambda", what: "GB-seconds on ARM", price: 0.0000133334, free: 400_000 },
  objectStorage: { service: "S3", what: "GB stored", price: 0.025 },
  objectWrite: { service: "S3", what: "writes and lists", price: 0.005 / 1_000 },
  objectRead: { service: "S3", what: "reads", price: 0.0004 / 1_000 },
  siteRequest: { service: "CloudFront", what: "requests", price: 0.012 / 10_000, free: 10 * million },
  siteTransfer: { service: "CloudFront", what: "GB shown", price: 0.109, free: 1_000 },
  logIngestion: { service: "CloudWatch", what: "GB of logs", price: 0.67, free: 5 },
  logStorage: { service: "CloudWatch", what: "GB of logs kept", price: 0.03, free: 5 },
  alarm: { service: "CloudWatch", what: "metrics that alarms look at", price: 0.1, free: 10 },
  metric: { service: "CloudWatch", what: "metrics of our own", price: 0.3, free: 10 },
  // Free dashboards have at most 50 metrics each.
  dashboard: { service: "CloudWatch", what: "dashboards", price: 3, free: 3 },
  secret: { service: "Secrets Manager", what: "secrets", price: 0.4 },
  secretRead: { service: "Secrets Manager", what: "calls", price: 0.05 / 10_000 },
  // At these numbers, budgets that only send mails, the schedule, the queue and a topic's first mails are free.
} satisfies Record<string, Price>;

export type Item = keyof typeof prices;
