// One Lambda: its bundle, a role that allows exactly what infra/uses.ts lists, its environment variables and its logs.
import { join } from "node:path";
import { Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Effect, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { LambdaName, Stage } from "../config.ts";
import type { DataStack, Table } from "../data-stack.ts";
import { callSeconds, type Uses, uses } from "../uses.ts";
import { acknowledge } from "./acknowledge.ts";

interface Props {
  stage: Stage;
  data: DataStack;
  tables: Record<Table, ITable>;
  logGroup: LogGroup;
  /** Folder that holds `<Lambda>/index.cjs` for every Lambda. */
  bundles: string;
  /** Named in answers and log lines. */
  build: string;
}

export class Lambda extends Construct {
  readonly function: LambdaFunction;
  private readonly role: Role;

  constructor(scope: Stack, name: LambdaName, { stage, data, tables, logGroup, bundles, build }: Props) {
    super(scope, name);
    const { minutes } = uses[name];
    this.role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(this.role);
    this.function = new LambdaFunction(this, "Function", {
      functionName: `inventory-${stage.name}-${name}`,
      code: Code.fromAsset(join(bundles, name)),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      // The memory that comes with a full vCPU, which Argon2id and gzip need.
      memorySize: 1769,
      timeout: minutes ? Duration.minutes(minutes) : Duration.seconds(callSeconds),
      reservedConcurrentExecutions: stage.reserved[name],
      role: this.role,
      logGroup,
      // The platform's log lines are JSON too, like our own.
      loggingFormat: LoggingFormat.JSON,
      // The platform logs only failed runs: its two lines for every other run were most of the log's bytes.
      systemLogLevelV2: SystemLogLevel.WARN,
      // A rollback moves the aliases to versions of an earlier release. 75 GB are free, and a release has some 15 MB.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    });
    this.setVariable("build", build);
    this.grantTables(uses[name], tables);
    this.grantBucketsAndSecrets(uses[name], data);
  }

  private grantTables({ tables: used, keys = [], fields = {} }: Uses, tables: Record<Table, ITable>): void {
    for (const [name, actions] of entries(used)) {
      const { tableName, tableArn } = tables[name];
      this.setVariable(`${name}_TABLE`, tableName);
      for (const action of actions) {
        const [verb = "", index] = action.split(" ");
        // Keys holds items of many kinds: a Lambda that issues tickets must not write the list of root users.
        const writesKeys = name === "Keys" && /^(Put|Update|Delete)Item$/.test(verb);
        const updated = verb === "UpdateItem" ? fields[name] : undefined;
        this.allow(`dynamodb:${verb}`, index ? `${tableArn}/index/${index}` : tableArn, {
          ...(writesKeys && { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": keys } }),
          ...(updated && { "ForAllValues:StringEquals": { "dynamodb:Attributes": updated } }),
        });
      }
    }
  }

  private grantBucketsAndSecrets({ buckets = {}, secrets }: Uses, data: DataStack): void {
    for (const [name, actions] of entries(buckets)) {
      const bucket = data.buckets[name];
      this.setVariable(`${name}_BUCKET`, bucket.bucketName);
      const { "Fn::ImportValue": arn } = this.role.stack.resolve(data.exportValue(bucket.bucketArn));
      for (const action of actions) {
        const [verb, folder] = action.split(" ");
        this.allow(`s3:${verb}`, folder ? bucket.arnForObjects(`${folder}/*`) : bucket.bucketArn);
        if (!folder) continue;
        acknowledge(this.role, {
          [`AwsSolutions-IAM5[Resource::${arn}/${folder}/*]`]: "An object's key is known only when it is written",
        });
      }
    }
    for (const name of secrets) {
      this.setVariable(`${name}_SECRET`, data.secrets[name].secretArn);
      this.allow("secretsmanager:GetSecretValue", data.secrets[name].secretArn);
    }
  }

  private setVariable(name: string, value: string): void {
    this.function.addEnvironment(name.toUpperCase(), value);
  }

  private allow(action: string, resource: string, conditions: Record<string, Record<string, string[]>> = {}): void {
    this.role.addToPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: [action],
        resources: [resource],
        conditions,
      }),
    );
  }
}

const entries = <K extends string, V>(record: Partial<Record<K, V>>) => Object.entries(record) as [K, V][];
