// Acknowledges findings of cdk-nag that are intended, each with its reason.
import { type CfnElement, Stack, Validations } from "aws-cdk-lib";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { IConstruct } from "constructs";

export const acknowledge = (construct: IConstruct, reasons: Record<string, string>): void => {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason });
};

/** Acknowledges the findings in the Lambda that CDK itself adds to upload files into a bucket. */
export const acknowledgeUpload = (into: Bucket): void => {
  const stack = Stack.of(into);
  const upload = stack.node.children.find(({ node }) => node.id.startsWith("Custom::CDKBucketDeployment"));
  const bucket = `<${stack.getLogicalId(into.node.defaultChild as CfnElement)}.Arn>/*`;
  const assets = `arn:<AWS::Partition>:s3:::cdk-${stack.synthesizer.bootstrapQualifier}-assets-<AWS::AccountId>-<AWS::Region>/*`;
  const wildcards = [
    ...["GetObject", "GetBucket", "List", "DeleteObject", "Abort"].map((action) => `Action::s3:${action}*`),
    ...[bucket, assets, "*"].map((resource) => `Resource::${resource}`),
  ];
  const findings = [
    "AwsSolutions-L1",
    "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]",
    ...wildcards.map((wildcard) => `AwsSolutions-IAM5[${wildcard}]`),
  ];
  if (upload) acknowledge(upload, Object.fromEntries(findings.map((id) => [id, "Made by CDK, runs while deploying"])));
};
