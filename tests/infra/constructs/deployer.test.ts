// The role by which a workflow deploys: one repository, branch and environment, only the roles of the stage's bootstrap.
import { expect, test } from "vitest";
import { stages } from "#infra/config.ts";
import { templates, templatesOf } from "#tests/support/template.ts";

const host = "token.actions.githubusercontent.com";
const github = { repository: "shop/inventory", ids: { owner: 12, repository: 345 }, branch: "main" };

/** As GitHub names older repositories, and newer ones with their numbers. */
const subjects = ["shop/inventory", "shop@12/inventory@345", "shop-12/inventory-345"];

test("only the branch's workflow, in the environment of the stage, may assume it, and it may only use the roles of the stage's bootstrap", () => {
  const { of } = templatesOf({ ...stages.prod, github });
  const [provider] = of("AWS::IAM::OIDCProvider");
  // It belongs to the account, and other stages and regions use it too.
  expect(provider?.template.DeletionPolicy).toBe("Retain");
  expect(provider?.properties).toEqual({ Url: `https://${host}`, ClientIdList: ["sts.amazonaws.com"] });
  const role = of("AWS::IAM::Role").find(({ id }) => id.startsWith("Deployer"));
  expect(role?.properties.AssumeRolePolicyDocument.Statement).toEqual([
    {
      Effect: "Allow",
      Action: "sts:AssumeRoleWithWebIdentity",
      Principal: { Federated: `arn:aws:iam:ap-south-1:000000000000:${provider?.id}` },
      Condition: {
        StringEquals: {
          [`${host}:aud`]: "sts.amazonaws.com",
          [`${host}:sub`]: subjects.map((name) => `repo:${name}:environment:prod`),
          [`${host}:repository_id`]: "345",
          [`${host}:environment`]: "prod",
          [`${host}:job_workflow_ref`]: "shop/inventory/.github/workflows/deploy.yml@refs/heads/main",
        },
      },
    },
  ]);
  const policies = of("AWS::IAM::Policy").filter(({ properties }) => properties.Roles.includes(role?.id));
  expect(policies.flatMap(({ properties }) => properties.PolicyDocument.Statement)).toEqual([
    {
      Effect: "Allow",
      Action: "sts:AssumeRole",
      Resource: ["deploy", "file-publishing", "lookup"].map(
        (part) => `arn:aws:iam::000000000000:role/cdk-invprod-${part}-role-000000000000-ap-south-1`,
      ),
    },
  ]);
});

test("a provider that the account has already is used, and a stage without a repository has no such role", async () => {
  const provider = `arn:aws:iam::111111111111:oidc-provider/${host}`;
  const { of } = templatesOf({ ...stages.prod, github: { ...github, provider } });
  expect(of("AWS::IAM::OIDCProvider")).toEqual([]);
  const role = of("AWS::IAM::Role").find(({ id }) => id.startsWith("Deployer"));
  expect(role?.properties.AssumeRolePolicyDocument.Statement[0].Principal).toEqual({ Federated: provider });
  const { of: without } = await templates("prod");
  expect(without("AWS::IAM::Role").filter(({ id }) => id.startsWith("Deployer"))).toEqual([]);
});
