// The HTTP API: a Lambda per resource, a route per call, the nightly schedule, the first root, and who watches them.
import { CfnOutput, CustomResource, Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  CfnIntegration,
  type CorsHttpMethod,
  DomainName,
  HttpApi,
  type HttpMethod,
  type HttpRoute,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { CfnPermission, type Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { api, developerApi, type Resource } from "#shared/api.ts";
import type { LambdaName, Stage } from "./config.ts";
import { acknowledge } from "./constructs/acknowledge.ts";
import { Alarms } from "./constructs/alarms.ts";
import { setBudget } from "./constructs/budget.ts";
import { Canary } from "./constructs/canary.ts";
import { countIn } from "./constructs/counts.ts";
import { showAll } from "./constructs/dashboard.ts";
import { Lambda } from "./constructs/lambda.ts";
import { Nightly } from "./constructs/nightly.ts";
import type { DataStack } from "./data-stack.ts";

/** Routes of one Lambda lead to it only once they may call it: until then the gateway would answer them with 500. */
const allowFirst = (routes: HttpRoute[]): void => {
  const parts = routes.flatMap(({ node }) => node.findAll());
  const permissions = parts.filter((part) => part instanceof CfnPermission);
  for (const part of parts) if (part instanceof CfnIntegration) part.node.addDependency(...permissions);
};

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
    const { stage, data } = props;
    const tables = data.inUse(this, stage);
    const [log, access] = [this.logs("Log", stage), this.logs("Access", stage)];
    const lambdas = {} as Record<LambdaName, LambdaFunction>;
    const lambda = (name: LambdaName): LambdaFunction => {
      lambdas[name] = new Lambda(this, name, { ...props, tables, logGroup: log }).function;
      return lambdas[name];
    };

    const apis = {
      api: this.http("Http", stage, access, this.ownName("Http", stage.domain?.api, stage)),
      dev: this.http("DeveloperHttp", stage, access, this.ownName("DeveloperHttp", stage.domain?.dev, stage)),
    };
    // Also when the site knows them by names of one's own: an export that it still imports cannot be taken away.
    for (const { apiEndpoint } of Object.values(apis)) this.exportValue(apiEndpoint);
    this.addresses = {
      api: stage.domain ? `https://${stage.domain.api}` : apis.api.apiEndpoint,
      dev: stage.domain ? `https://${stage.domain.dev}` : apis.dev.apiEndpoint,
    };
    const snapshot = new Nightly(this, "Snapshot", { stage, lambda: lambda("snapshot") });
    const counts = countIn(this, stage, log, access);
    const watched = { stage, apis: Object.values(apis), missed: snapshot.missed, counts };
    const alarms = new Alarms(this, "Alarms", watched).all;

    const canary = stage.canary ? new Canary(this, "Canary", [alarms.errors, alarms.slow]) : undefined;
    for (const [resource, calls] of Object.entries(api)) {
      const http = developerApi.includes(resource as Resource) ? apis.dev : apis.api;
      const handler = lambda(resource as Resource);
      const called = canary?.of(resource, handler) ?? handler;
      const integration = new HttpLambdaIntegration(resource, called, { scopePermissionToRoute: false });
      const made = Object.keys(calls).flatMap((route) => {
        const [method, path = ""] = route.split(" ");
        return http.addRoutes({ path, methods: [method as HttpMethod], integration });
      });
      allowFirst(made);
    }

    new CustomResource(this, "FirstRoot", {
      serviceToken: lambda("bootstrap").functionArn,
      resourceType: "Custom::FirstRoot",
      // Where it cannot answer CloudFormation would wait an hour.
      serviceTimeout: Duration.minutes(5),
    });
    new CfnOutput(this, "FirstSignIn", {
      value: data.secrets.root.secretArn,
      description: "Password of the first user, root",
    });
    showAll(this, { stage, alarms: Object.values(alarms), apis, lambdas, tables, counts, log });
    setBudget(this, stage);
  }

  /** One for all that writes of a kind, so that one filter counts and one query finds. */
  private logs(id: string, { name, logs }: Stage): LogGroup {
    return new LogGroup(this, id, {
      logGroupName: `inventory-${name}${id === "Log" ? "" : `-${id.toLowerCase()}`}`,
      retention: logs,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  private ownName(api: string, domainName: string | undefined, { domain }: Stage): DomainName | undefined {
    if (!domainName || !domain) return undefined;
    const certificate = Certificate.fromCertificateArn(this, `${api}Certificate`, domain.certificates.apis);
    const own = new DomainName(this, `${api}Name`, { domainName, certificate });
    new CfnOutput(this, `${api}Target`, { value: own.regionalDomainName, description: `CNAME of ${domainName}` });
    return own;
  }

  private http(id: string, { name, origins, throttle }: Stage, access: LogGroup, ownName?: DomainName): HttpApi {
    const methods = new Set(Object.values(api).flatMap((calls) => Object.keys(calls).map(methodOf)));
    const http = new HttpApi(this, id, {
      apiName: `inventory-${name}${id === "Http" ? "" : "-developer"}`,
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: origins,
        allowMethods: [...methods],
        allowHeaders: ["authorization", "content-type", "idempotency-key"],
        exposeHeaders: ["link", "retry-after"],
        maxAge: Duration.hours(1),
      },
    });
    http.addStage("Stage", {
      stageName: "$default",
      autoDeploy: true,
      ...(ownName && { domainMapping: { domainName: ownName } }),
      throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(access),
        format: AccessLogFormat.custom(JSON.stringify(accessLine)),
      },
    });
    acknowledge(http, { "AwsSolutions-APIG4": "Each Lambda judges session and role against the user's row itself" });
    return http;
  }
}

/** Never the query, which holds tickets; the request's id is that of our own lines. */
const accessLine = {
  message: "access",
  route: "$context.routeKey",
  status: "$context.status",
  ms: "$context.responseLatency",
  ip: "$context.identity.sourceIp",
  bytes: "$context.responseLength",
  error: "$context.integrationErrorMessage",
  request_id: "$context.requestId",
};

const methodOf = (route: string): CorsHttpMethod => route.split(" ")[0] as CorsHttpMethod;
