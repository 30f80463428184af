// The templates of both stages: routes, roles, tables, buckets, logs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json } from "#infra/local/assembly.ts";
import { uses } from "#infra/uses.ts";
import { api, developerApi } from "#shared/api.ts";
import { grantsIn } from "#tests/support/grants.ts";
import { region, templates } from "#tests/support/template.ts";

type Name = keyof typeof uses;
const names = Object.keys(uses) as Name[];
const routes = Object.entries(api).flatMap(([resource, calls]) => Object.keys(calls).map((route) => [route, resource]));

describe.each(["dev", "prod"] as const)("stage %s", async (stage) => {
  const { of, assembly } = await templates(stage);
  const lambdas = of("AWS::Lambda::Function").filter(({ properties }) => properties.FunctionName);
  const lambda = (name: string): Json =>
    lambdas.find(({ properties }) => properties.FunctionName === `inventory-${stage}-${name}`)?.properties;

  const grants = grantsIn(assembly);
  const grantsOf = (name: Name) => grants.filter(({ caller }) => caller === `inventory-${stage}-${name}`);

  test("every call of the API is routed to its resource's Lambda, and nothing else is", () => {
    const routed = assembly.of("AWS::ApiGatewayV2::Route").map(({ stack, properties }) => {
      const integration = assembly.target(properties.Target["Fn::Join"][1].at(-1), stack);
      const { PayloadFormatVersion, IntegrationUri } = assembly.resolve(integration?.properties, stack);
      expect(PayloadFormatVersion).toBe("2.0");
      const [, lambda = "", alias] = String(IntegrationUri).split(/(?:^|:)inventory-|:live$/);
      expect(alias).toBe(stage === "prod" ? "" : undefined);
      return [properties.RouteKey, lambda.replace(`${stage}-`, "")];
    });
    expect(routed.sort()).toEqual(routes.sort());
  });

  test("a route is created only after its permission to invoke the Lambda", () => {
    const permissions = assembly.of("AWS::Lambda::Permission");
    const integrations = assembly.of("AWS::ApiGatewayV2::Integration");
    expect(integrations).toHaveLength(Object.keys(api).length);
    for (const { template, properties } of integrations) {
      const allowed = permissions.filter(({ id }) => template.DependsOn?.includes(id));
      expect(allowed.map((one) => one.properties.FunctionName)).toContainEqual(properties.IntegrationUri);
    }
  });

  test("the developers' calls have their own API", () => {
    const [main, developers] = assembly.of("AWS::ApiGatewayV2::Api");
    const on = (one?: { id: string }) =>
      assembly
        .of("AWS::ApiGatewayV2::Route")
        .filter(({ stack, properties }) => assembly.target(properties.ApiId, stack)?.id === one?.id)
        .map(({ properties }) => properties.RouteKey);
    const isApart = ([, resource = ""]: string[]) => (developerApi as readonly string[]).includes(resource);
    const apart = routes.filter(isApart).map(([route]) => route);
    expect(on(developers).sort()).toEqual(apart.sort());
    expect(on(main)).toHaveLength(routes.length - on(developers).length);
  });

  test("there is a Lambda for each resource, the schedule and the first root, and no other", () => {
    const ours = lambdas.map(({ properties }) => properties.FunctionName);
    expect(ours.sort()).toEqual(names.map((name) => `inventory-${stage}-${name}`).sort());
  });

  test.each(names)("%s runs on Node 24 and ARM, with time and memory, and logs that expire", (name) => {
    const LogGroup = `/aws/vendedlogs/inventory-${stage}`;
    expect(lambda(name)).toMatchObject({
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      Timeout: name === "snapshot" ? 900 : 28,
      MemorySize: 1769,
      Handler: "index.handler",
      LoggingConfig: { LogGroup, LogFormat: "JSON", SystemLogLevel: "WARN" },
    });
    expect(Object.keys(lambda(name).LoggingConfig)).toHaveLength(3);
  });

  test.each(names)("the role of %s holds exactly the actions and tables it uses", (name) => {
    const { tables, buckets = {}, secrets } = uses[name];
    const physical = (id: RegExp, type: string) => {
      const found = assembly.of(type).find((resource) => id.test(resource.id));
      return assembly.resolve({ "Fn::GetAtt": [found?.id, "Arn"] }, found?.stack ?? "");
    };
    const table = (noun: string) => physical(new RegExp(`^${noun}[0-9A-F]{8}$`), "AWS::DynamoDB::Table");
    const wanted = [
      ...(name === "snapshot" ? [`sqs:SendMessage ${physical(/Missed/, "AWS::SQS::Queue")}`] : []),
      ...Object.entries(tables).flatMap(([noun, actions]) =>
        actions.map((action) => {
          const [verb, index] = action.split(" ");
          return `dynamodb:${verb} ${table(noun)}${index ? `/index/${index}` : ""}`;
        }),
      ),
      ...Object.entries(buckets).flatMap(([bucket, actions]) =>
        actions.map((action) => {
          const [verb, folder] = action.split(" ");
          return `s3:${verb} ${physical(new RegExp(`^${bucket}`, "i"), "AWS::S3::Bucket")}${folder ? `/${folder}/*` : ""}`;
        }),
      ),
      ...secrets.map((secret) => {
        const id = secret === "root" ? /^FirstRoot/ : /^Signing/;
        return `secretsmanager:GetSecretValue ${physical(id, "AWS::SecretsManager::Secret")}`;
      }),
    ];
    const granted = grantsOf(name).map(({ action, resource }) => `${action} ${resource}`);
    // Its own log group, besides.
    const logging = /^logs:(CreateLogStream|PutLogEvents) arn:aws:logs:/;
    expect(granted.filter((grant) => !logging.test(grant)).sort()).toEqual(wanted.sort());
  });

  const writers = names.filter((name) => uses[name].tables.Keys);
  test.each(writers)("of the table Keys %s may write only its own items", (name) => {
    const { keys = [] } = uses[name];
    const writes = grantsOf(name)
      .filter(({ action }) => /^dynamodb:(Put|Update|Delete)Item$/.test(action))
      .filter(({ resource }) => /-Keys\w+$/.test(resource));
    for (const write of writes) expect(write).toMatchObject({ keys });
    expect(keys).not.toContain("*");
  });

  test("no role of a Lambda has a policy besides its own", () => {
    const ours = assembly.of("AWS::Lambda::Function").filter(({ properties }) => properties.FunctionName);
    for (const { stack, properties } of ours)
      expect(assembly.target(properties.Role, stack)?.properties.ManagedPolicyArns).toBeUndefined();
  });

  test("of the table Users logout may write which sessions are over, and nothing else", () => {
    const [written] = of("AWS::IAM::Policy")
      .filter(({ id }) => id.startsWith("logoutRole"))
      .flatMap(({ properties }) => properties.PolicyDocument.Statement)
      .filter(({ Action }: Json) => /^dynamodb:(?!GetItem)/.test(Action));
    expect(written).toMatchObject({
      Action: "dynamodb:UpdateItem",
      Condition: { "ForAllValues:StringEquals": { "dynamodb:Attributes": ["_id", "ended", "sessions_from"] } },
    });
  });

  test.each(names)("the environment of %s names its build and the resources it uses, and no others", (name) => {
    const { tables, buckets = {}, secrets, api } = uses[name];
    const variables = [
      ...Object.keys(tables).map((noun) => `${noun}_TABLE`),
      ...Object.keys(buckets).map((noun) => `${noun}_BUCKET`),
      ...secrets.map((noun) => `${noun}_SECRET`),
      ...(api ? ["api_address"] : []),
      "build",
    ].map((variable) => variable.toUpperCase());
    expect(Object.keys(lambda(name).Environment.Variables).sort()).toEqual(variables.sort());
  });

  test("tables are on demand, recoverable for 35 days and protected", () => {
    for (const { properties } of of("AWS::DynamoDB::Table"))
      expect(properties).toMatchObject({
        BillingMode: "PAY_PER_REQUEST",
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
        DeletionProtectionEnabled: true,
      });
  });

  test("the architecture names each table with its key and indexes, and whether its rows expire", () => {
    const tables = of("AWS::DynamoDB::Table").map(({ id, properties }) => {
      const { KeySchema, GlobalSecondaryIndexes: indexes = [], TimeToLiveSpecification: expiry } = properties;
      for (const { Projection } of indexes) expect(Projection).toEqual({ ProjectionType: "ALL" });
      if (expiry) expect(expiry).toEqual({ AttributeName: "expires", Enabled: true });
      const names = [...KeySchema, ...indexes].map(({ AttributeName, IndexName }: Json) => AttributeName ?? IndexName);
      return [id.slice(0, -8), ...names, ...(expiry ? ["TTL"] : [])].join(" ");
    });
    const paper = readFileSync(join(import.meta.dirname, "../../docs/architecture.md"), "utf8");
    const named = [...paper.matchAll(/^\| ([A-Z]\w*(?:, [A-Z]\w*)*) \| (`[^|]+) \|/gm)].flatMap(
      ([, nouns = "", key = ""]) =>
        nouns.split(", ").map((noun) => [noun, ...(key.match(/(?<=`)\w+(?=`)|TTL/g) ?? [])].join(" ")),
    );
    expect(named.sort()).toEqual(tables.sort());
    expect(paper).toContain(`DynamoDB: ${tables.length} tables`);
  });

  test("buckets are private, encrypted, and refuse anything but TLS", () => {
    const policies = of("AWS::S3::BucketPolicy");
    const withoutTls = { Effect: "Deny", Action: "s3:*", Condition: { Bool: { "aws:SecureTransport": "false" } } };
    for (const { id, properties } of of("AWS::S3::Bucket")) {
      expect(Object.values(properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
      expect(properties.BucketEncryption.ServerSideEncryptionConfiguration).toHaveLength(1);
      const statements = policies
        .filter((policy) => policy.template.Properties.Bucket.Ref === id)
        .flatMap(({ properties }) => properties.PolicyDocument.Statement);
      expect(statements).toContainEqual(expect.objectContaining(withoutTls));
      for (const { Effect, Principal, Condition } of statements.filter(({ Effect }: Json) => Effect === "Allow")) {
        expect([Effect, Principal]).toEqual(["Allow", { Service: "cloudfront.amazonaws.com" }]);
        expect(JSON.stringify(Condition)).toMatch(/distribution\/|SourceAccount/);
      }
    }
    for (const bucket of ["Images", "Reports"]) {
      const found = of("AWS::S3::Bucket").find(({ id }) => id.startsWith(bucket));
      expect(found?.properties.VersioningConfiguration).toEqual({ Status: "Enabled" });
    }
  });

  test("secrets are generated", () => {
    const generated = of("AWS::SecretsManager::Secret").map(({ properties }) => properties.GenerateSecretString);
    expect(generated).toEqual([
      { PasswordLength: 64, ExcludePunctuation: true },
      { PasswordLength: 20, ExcludePunctuation: true },
    ]);
  });

  test("all Lambdas and APIs write to logs that expire", () => {
    const groups = of("AWS::Logs::LogGroup");
    for (const { properties } of groups) {
      const days = properties.LogGroupName.endsWith("-access") ? 90 : 365;
      expect(properties.RetentionInDays).toBe(stage === "dev" ? 30 : days);
    }
    for (const { stack, properties } of assembly.of("AWS::Lambda::Function"))
      expect(assembly.target(properties.LoggingConfig.LogGroup, stack)?.type).toBe("AWS::Logs::LogGroup");
    for (const { properties } of of("AWS::ApiGatewayV2::Stage"))
      expect(properties.AccessLogSettings.DestinationArn).toMatch(/-access$/);
    // They stay when a stack is deleted, and need no line in the account's one policy for deliveries of logs.
    for (const { properties, template } of groups) {
      expect(properties.LogGroupName).toMatch(new RegExp(`^/aws/vendedlogs/inventory-${stage}(-|$)`));
      expect([template.DeletionPolicy, template.UpdateReplacePolicy]).toEqual(["RetainExceptOnCreate", "Retain"]);
    }
  });

  test("the gateway logs one line of JSON for each request, without its query", () => {
    for (const { properties } of of("AWS::ApiGatewayV2::Stage")) {
      const line = JSON.parse(properties.AccessLogSettings.Format);
      expect(line).toMatchObject({
        route: "$context.routeKey",
        request_id: "$context.requestId",
        // By which Lambda's own report of a run that timed out is found.
        lambda_request_id: "$context.integration.requestId",
      });
      expect(JSON.stringify(line)).not.toMatch(/path|query|header|authorizer/i);
    }
  });

  test("CORS lets any origin send the headers that calls need and read those of their answers", () => {
    const [{ properties } = { properties: {} as Json }] = of("AWS::ApiGatewayV2::Api");
    const { AllowOrigins, AllowMethods, AllowHeaders, ExposeHeaders, AllowCredentials } = properties.CorsConfiguration;
    expect(AllowOrigins).toEqual(["*"]);
    expect(AllowMethods.sort()).toEqual(["DELETE", "GET", "PATCH", "POST", "PUT"]);
    expect(AllowHeaders).toEqual(["app-build", "authorization", "content-type", "entry-age", "idempotency-key"]);
    expect(ExposeHeaders).toEqual(["link", "retry-after", "api-build"]);
    expect(AllowCredentials).toBeUndefined();
  });

  test("the gateway has no authorizer, which a trailing slash would bypass", () => {
    expect(of("AWS::ApiGatewayV2::Authorizer")).toEqual([]);
  });

  test("the nightly job runs after the business day has ended, is retried, and a failed event is kept", () => {
    const [schedule] = of("AWS::Scheduler::Schedule");
    expect(schedule?.properties).toMatchObject({
      ScheduleExpression: "cron(30 0 * * ? *)",
      ScheduleExpressionTimezone: "Asia/Kolkata",
      State: "ENABLED",
      Target: {
        Arn: `arn:aws:lambda:${region}:000000000000:function:inventory-${stage}-snapshot`,
        RetryPolicy: { MaximumRetryAttempts: 5 },
        DeadLetterConfig: { Arn: expect.stringContaining("Missed") },
      },
    });
    // Lambda queues the event and answers at once, so only Lambda knows of a failed run.
    const [retries] = of("AWS::Lambda::EventInvokeConfig");
    expect(retries?.properties).toMatchObject({
      FunctionName: `inventory-${stage}-snapshot`,
      DestinationConfig: { OnFailure: { Destination: schedule?.properties.Target.DeadLetterConfig.Arn } },
    });
  });
});

test("services of AWS use a role or a topic for this account only", async () => {
  const { of } = await templates("prod");
  const trusted = of("AWS::IAM::Role").flatMap(({ properties }) => properties.AssumeRolePolicyDocument.Statement);
  // Lambda assumes the role of a function only for the function.
  const services = trusted.filter(({ Principal }: Json) => Principal.Service !== "lambda.amazonaws.com");
  const names = services.map(({ Principal }: Json) => Principal.Service).sort();
  expect(names).toEqual(["codedeploy.amazonaws.com", "scheduler.amazonaws.com"]);
  for (const { Condition } of services)
    expect(Condition).toEqual({ StringEquals: { "aws:SourceAccount": "000000000000" } });
  for (const { properties } of of("AWS::Lambda::Permission"))
    if (properties.Principal === "apigateway.amazonaws.com") expect(properties.SourceArn).toContain(":000000000000:");
});

/** Types whose names are the account's or the world's, and not a region's. */
const global = /^AWS::(CloudFront|IAM|Route53|Budgets)::|^AWS::S3::Bucket$|^AWS::CloudWatch::Dashboard$/;

test("deployed to two regions of one account, no name that both regions share is given twice", async () => {
  const { assembly } = await templates("prod");
  const unresolved = assembly.of(global).flatMap(({ type, properties }) => {
    const { Name, FunctionName, RoleName, PolicyName, DashboardName, BucketName } = {
      ...properties,
      ...properties.ResponseHeadersPolicyConfig,
      ...properties.OriginAccessControlConfig,
      ...properties.Budget,
    };
    // An inline policy is named within its role.
    const names = [Name, FunctionName, RoleName, type !== "AWS::IAM::Policy" && PolicyName, DashboardName, BucketName];
    return names
      .filter(Boolean)
      .slice(0, 1)
      .map((name) => [type, JSON.stringify(name)]);
  });
  expect(unresolved.map(([type]) => type).sort()).toEqual([
    "AWS::CloudFront::Function",
    "AWS::CloudFront::OriginAccessControl",
    "AWS::CloudFront::OriginAccessControl",
    "AWS::CloudFront::ResponseHeadersPolicy",
    "AWS::CloudWatch::Dashboard",
  ]);
  for (const [type, name] of unresolved) expect(`${type} ${name}`).toContain('{"Ref":"AWS::Region"}');
});

test("no resource name of one stage occurs in the other", async () => {
  const [dev, prod] = await Promise.all([templates("dev"), templates("prod")]);
  const names = ({ of }: typeof dev) =>
    of(/Function|Schedule|ApiGatewayV2::Api$/).flatMap(
      ({ properties: { FunctionName, Name } }) => FunctionName ?? Name ?? [],
    );
  expect(names(dev).filter((name) => names(prod).includes(name))).toEqual([]);
});
