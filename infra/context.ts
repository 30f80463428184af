// The feature flags of CDK, for every synthesis: all that CDK recommends, since changing one after the stacks are
// deployed could replace resources.
import recommended from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };

// Set in code because only the CLI reads cdk.json, and `node infra/app.ts` must make the same templates.
export const context = {
  ...recommended,
  // `Fn::ImportValue`: CloudFormation then refuses to remove an export that another stack still imports.
  "@aws-cdk/core:defaultCrossStackReferences": "strong",
  // An error annotation stops the CLI before it deploys, but not the tests of a stage whose settings are not complete.
  "@aws-cdk/core:annotationsInValidationReport": false,
};
