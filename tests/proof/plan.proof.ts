// The plan over ninety days of trade with the whole of the sample's real day: 590 products.
process.env.WHOLE_DAY = "yes";
await import("../functions/plan/plan.test.ts");

export {};
