// The role with which a GitHub workflow deploys a stage, without a stored key: GitHub vouches for the workflow by OIDC.
import { CfnOutput, Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import { CfnOIDCProvider, PolicyStatement, Role, WebIdentityPrincipal } from "aws-cdk-lib/aws-iam";
import type { GitHub, Stage } from "../config.ts";

const host = "token.actions.githubusercontent.com";

/** What GitHub says of the repository, by its age: names alone, or since June 2026 names with numbers, in two spellings. */
const subjects = ({ repository, ids }: GitHub, environment: string): string[] => {
  const [owner, name] = repository.split("/");
  const numbered = ["@", "-"].map((sign) => `${owner}${sign}${ids.owner}/${name}${sign}${ids.repository}`);
  return [repository, ...numbered].map((one) => `repo:${one}:environment:${environment}`);
};

/**
 * Adds the role if the stage names a repository. Only the workflow `deploy.yml`, as the stage's branch has it, may assume it,
 * in the environment of the stage's name.
 */
export const addDeployer = (scope: Stack, { name, github }: Stage): void => {
  if (!github) return;
  const role = new Role(scope, "Deployer", {
    assumedBy: new WebIdentityPrincipal(providerOf(scope, github), {
      StringEquals: {
        [`${host}:aud`]: "sts.amazonaws.com",
        [`${host}:sub`]: subjects(github, name),
        [`${host}:repository_id`]: String(github.ids.repository),
        [`${host}:environment`]: name,
        [`${host}:job_workflow_ref`]: `${github.repository}/.github/workflows/deploy.yml@refs/heads/${github.branch}`,
      },
    }),
    maxSessionDuration: Duration.hours(1),
  });
  // The roles of the stage's bootstrap do the work, as for an operator.
  const { partition, account, region, synthesizer } = scope;
  const bootstrapRole = (part: string) =>
    `arn:${partition}:iam::${account}:role/cdk-${synthesizer.bootstrapQualifier}-${part}-role-${account}-${region}`;
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
