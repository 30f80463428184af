// The HTTP API: a Lambda per resource, a route per call, the nightly schedule and the first root.
import { type CfnElement, CfnOutput, CustomResource, Duration, Stack, type StackProps, TimeZone } from "aws-cdk-lib";
import { type CorsHttpMethod, HttpApi, type HttpMethod, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { apart, api, type Resource } from "#shared/api.ts";
import { acknowledge } from "./acknowledge.ts";
import type { Stage } from "./config.ts";
import type { DataStack } from "./data-stack.ts";
import { Lambda } from "./lambda.ts";
import { uses } from "./uses.ts";

interface Props extends StackProps {
  stage: Stage;
  data: DataStack;
  bundles: string;
}

export class ApiStack extends Stack {
  /** Addresses of the API and of the developers' one, without a closing slash. */
  readonly addresses: { api: string; dev: string };

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    const lambda = (name: keyof typeof uses) => new Lambda(this, name, { ...props, uses: uses[name] }).function;

    const [main, dev] = [this.http("Http", props.stage), this.http("DeveloperHttp", props.stage)];
    this.addresses = { api: main.apiEndpoint, dev: dev.apiEndpoint };
    for (const [resource, calls] of Object.entries(api)) {
      const http = apart.includes(resource as Resource) ? dev : main;
      const handler = lambda(resource as Resource);
      const integration = new HttpLambdaIntegration(resource, handler, { scopePermissionToRoute: false });
      for (const route of Object.keys(calls)) {
        const [method, path = ""] = route.split(" ");
        http.addRoutes({ path, methods: [method as HttpMethod], integration });
      }
    }

    this.nightly("Snapshot", lambda("snapshot"), props.stage);

    new CustomResource(this, "FirstRoot", {
      serviceToken: lambda("bootstrap").functionArn,
      resourceType: "Custom::FirstRoot",
    });
    new CfnOutput(this, "FirstSignIn", {
      value: props.data.secrets.root.secretArn,
      description: "Password of the first user, root",
    });
  }

  private http(id: string, { origins, throttle, logs }: Stage): HttpApi {
    const methods = [...new Set(Object.values(api).flatMap((calls) => Object.keys(calls)))].map(methodOf);
    const http = new HttpApi(this, id, {
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: origins,
        allowMethods: [...new Set(methods)],
        allowHeaders: ["authorization", "content-type", "idempotency-key"],
        exposeHeaders: ["link", "retry-after"],
        maxAge: Duration.hours(1),
      },
    });
    http.addStage("Stage", {
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(new LogGroup(this, `${id}Access`, { retention: logs })),
      },
    });
    acknowledge(http, { "AwsSolutions-APIG4": "Each Lambda judges session and role against the user's row itself" });
    return http;
  }

  /** Runs when the business day has closed. */
  private nightly(name: string, handler: Lambda["function"], { name: stage }: Stage): void {
    const deadLetterQueue = new Queue(this, `${name}Missed`, { enforceSSL: true, retentionPeriod: Duration.days(14) });
    acknowledge(deadLetterQueue, { "AwsSolutions-SQS3": "It is the dead-letter queue" });
    const role = new Role(this, `${name}Scheduler`, { assumedBy: new ServicePrincipal("scheduler.amazonaws.com") });
    const target = new LambdaInvoke(handler, {
      role,
      deadLetterQueue,
      retryAttempts: 5,
      maxEventAge: Duration.hours(6),
    });
    new Schedule(this, `${name}Nightly`, {
      scheduleName: `inventory-${stage}-${name.toLowerCase()}`,
      schedule: ScheduleExpression.cron({ hour: "0", minute: "30", timeZone: TimeZone.ASIA_KOLKATA }),
      target,
    });
    const logicalId = this.getLogicalId(handler.node.defaultChild as CfnElement);
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::<${logicalId}.Arn>:*]`]: "Versions of the one function it invokes",
    });
  }
}

const methodOf = (route: string): CorsHttpMethod => route.split(" ")[0] as CorsHttpMethod;
