// The feature flags of CDK that every synthesis has: those that CDK recommends, so that none has to be changed, with a
// replacement of resources, once the stacks are deployed.
import recommended from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };

// Set in code because only the CLI reads cdk.json, and `node infra/app.ts` must make the same templates.
export const context = {
  ...recommended,
  // `Fn::ImportValue`: CloudFormation then refuses to remove what another stack still needs.
  "@aws-cdk/core:defaultCrossStackReferences": "strong",
  // An error annotation stops the CLI before it deploys, but not the tests of a stage whose settings are not complete.
  "@aws-cdk/core:annotationsInValidationReport": false,
};
