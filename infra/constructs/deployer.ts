// The role with which a GitHub workflow deploys a stage, without a stored key: GitHub vouches for the workflow by OIDC.
import { CfnOutput, Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import { CfnOIDCProvider, PolicyStatement, Role, WebIdentityPrincipal } from "aws-cdk-lib/aws-iam";
import type { GitHub, Stage } from "../config.ts";

const host = "token.actions.githubusercontent.com";

/** Adds the role if the stage names a repository. Only its environment of the stage's name may assume it. */
export const addDeployer = (scope: Stack, { name, github }: Stage): void => {
  if (!github) return;
  const role = new Role(scope, "Deployer", {
    assumedBy: new WebIdentityPrincipal(providerOf(scope, github), {
      StringEquals: {
        [`${host}:aud`]: "sts.amazonaws.com",
        [`${host}:sub`]: `repo:${github.repository}:environment:${name}`,
      },
    }),
    maxSessionDuration: Duration.hours(1),
  });
  // The roles of `cdk bootstrap` do the work, as for an operator.
  const { partition, account, region } = scope;
  const bootstrapRole = (part: string) =>
    `arn:${partition}:iam::${account}:role/cdk-hnb659fds-${part}-role-${account}-${region}`;
  role.addToPolicy(
    new PolicyStatement({
      actions: ["sts:AssumeRole"],
      resources: ["deploy", "file-publishing", "lookup"].map(bootstrapRole),
    }),
  );
  new CfnOutput(scope, "DeployerRole", { value: role.roleArn, description: "Variable DEPLOY_ROLE of the workflow" });
};

/** The provider belongs to the account, so it stays for other stages and regions when this stack no longer has it. */
const providerOf = (scope: Stack, { provider }: GitHub): string => {
  if (provider) return provider;
  const made = new CfnOIDCProvider(scope, "GitHub", { url: `https://${host}`, clientIdList: ["sts.amazonaws.com"] });
  made.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return made.attrArn;
};
