// A mail before the month costs more than it should.
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { Construct } from "constructs";
import type { Stage } from "../config.ts";

/** Of the whole account: what a tag costs AWS knows only where somebody has switched that tag on. */
export const setBudget = (scope: Construct, { email, budget }: Stage): void => {
  if (!email) return;
  const mail = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
    notification: { notificationType, comparisonOperator: "GREATER_THAN", threshold, thresholdType: "PERCENTAGE" },
    subscribers: [{ subscriptionType: "EMAIL", address: email }],
  });
  // Without a name of ours: another address replaces the budget, and two of one name cannot stand beside each other.
  new CfnBudget(scope, "Budget", {
    budget: {
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount: budget, unit: "USD" },
    },
    notificationsWithSubscribers: [mail("ACTUAL", 80), mail("FORECASTED", 100)],
  });
};
