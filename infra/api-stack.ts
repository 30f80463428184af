// The API stack: a Lambda per resource, a route per call, the nightly job, the first root user, alarms, dashboard and
// saved queries.
import { CfnOutput, CustomResource, Duration, Stack, type StackProps } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  CfnIntegration,
  type CfnRoute,
  type CfnStage,
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
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { api, developerApi, type Resource, type Route } from "#shared/api.ts";
import { buildOf } from "./bundle.ts";
import type { LambdaName, Stage } from "./config.ts";
import { acknowledge } from "./constructs/acknowledge.ts";
import { Alarms, addBudget } from "./constructs/alarms.ts";
import { CanaryDeployment } from "./constructs/canary-deployment.ts";
import { addDashboard } from "./constructs/dashboard.ts";
import { addDeployer } from "./constructs/deployer.ts";
import { Lambda } from "./constructs/lambda.ts";
import { addLogGroup } from "./constructs/log-group.ts";
import { addMetricFilters } from "./constructs/metric-filters.ts";
import { NightlySchedule } from "./constructs/nightly.ts";
import { addQueries } from "./constructs/queries.ts";
import type { DataStack } from "./data-stack.ts";
import { uses } from "./uses.ts";

/** Creates the invoke permission before the integration: a route deployed without it would answer 500. */
const permissionBeforeIntegration = (routes: HttpRoute[]): void => {
  const parts = routes.flatMap(({ node }) => node.findAll());
  const permissions = parts.filter((part) => part instanceof CfnPermission);
  for (const part of parts) if (part instanceof CfnIntegration) part.node.addDependency(...permissions);
};

const addRoutes = (
  http: HttpApi,
  resource: Resource,
  { routeThrottles }: Stage,
  lambda: LambdaFunction,
  canary?: CanaryDeployment,
): void => {
  const target = canary?.alias(resource, lambda) ?? lambda;
  const integration = new HttpLambdaIntegration(resource, target, { scopePermissionToRoute: false });
  const routes = (Object.keys(api[resource]) as Route[]).flatMap((key) => {
    const [method, path = ""] = key.split(" ");
    const added = http.addRoutes({ path, methods: [method as HttpMethod], integration });
    const limit = routeThrottles[key];
    if (limit) for (const route of added) throttleRoute(http, route, key, limit);
    return added;
  });
  permissionBeforeIntegration(routes);
};

/** The names are CloudFormation's, since CDK passes these settings on as they are. */
const throttleRoute = (http: HttpApi, route: HttpRoute, key: Route, { rate, burst }: Stage["throttle"]): void => {
  const stage = http.node.findChild("Stage").node.defaultChild as CfnStage;
  stage.routeSettings = {
    ...stage.routeSettings,
    [key]: { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst },
  };
  // A stage with settings for a route that does not exist yet is refused.
  stage.addResourceDependency(route.node.defaultChild as CfnRoute);
};

interface Props extends StackProps {
  stage: Stage;
  data: DataStack;
  bundles: string;
}

export class ApiStack extends Stack {
  /** Base URLs of the main API and the developer API, without a trailing slash. */
  readonly addresses: { api: string; dev: string };
  readonly build: string;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    const { stage, data } = props;
    const tables = data.tablesInUse(this, stage);
    // One log group for all Lambdas and one for all APIs, so that one metric filter and one query cover them.
    const log = addLogGroup(this, "Log", stage);
    const access = addLogGroup(this, "Access", stage, { part: "access", retention: stage.accessLogs });
    const build = buildOf(props.bundles);
    this.build = build;
    const lambda = (name: LambdaName): LambdaFunction => {
      const { function: made } = new Lambda(this, name, { ...props, build, tables, logGroup: log });
      return uses[name].api ? made.addEnvironment("API_ADDRESS", this.addresses.api) : made;
    };

    const apis = {
      api: this.httpApi("Http", stage, access, this.customDomain("Http", stage.domain?.api, stage)),
      dev: this.httpApi("DeveloperHttp", stage, access, this.customDomain("DeveloperHttp", stage.domain?.dev, stage)),
    };
    // Exported even with custom domains: CloudFormation cannot remove an export that the deployed web stack still
    // imports.
    for (const { apiEndpoint } of Object.values(apis)) this.exportValue(apiEndpoint);
    this.addresses = {
      api: stage.domain ? `https://${stage.domain.api}` : apis.api.apiEndpoint,
      dev: stage.domain ? `https://${stage.domain.dev}` : apis.dev.apiEndpoint,
    };
    const snapshot = new NightlySchedule(this, "Snapshot", { stage, lambda: lambda("snapshot") });
    const metrics = addMetricFilters(this, stage, log, access);
    const { deadLetters } = snapshot;
    const alarms = new Alarms(this, "Alarms", { stage, apis: [apis.api, apis.dev], deadLetters, metrics }).all;

    const judges = [alarms.errors, alarms.slow, alarms.refusals];
    const canary = stage.canary ? new CanaryDeployment(this, "Canary", judges) : undefined;
    for (const resource of Object.keys(api) as Resource[])
      addRoutes(developerApi.includes(resource) ? apis.dev : apis.api, resource, stage, lambda(resource), canary);

    new CustomResource(this, "FirstRoot", {
      serviceToken: lambda("bootstrap").functionArn,
      resourceType: "Custom::FirstRoot",
      // A function that never reports would otherwise hold the deployment for an hour, CloudFormation's default.
      serviceTimeout: Duration.minutes(5),
    });
    new CfnOutput(this, "FirstSignIn", {
      value: data.secrets.root.secretArn,
      description: "Password of the first user, root",
    });
    addQueries(this, stage, { log, access });
    addDeployer(this, stage);
    addDashboard(this, { stage, alarms: Object.values(alarms), apis, tables, metrics, log });
    addBudget(this, stage);
  }

  private customDomain(api: string, domainName: string | undefined, { domain }: Stage): DomainName | undefined {
    if (!domainName || !domain) return undefined;
    const certificate = Certificate.fromCertificateArn(this, `${api}Certificate`, domain.certificates.apis);
    const name = new DomainName(this, `${api}Name`, { domainName, certificate });
    new CfnOutput(this, `${api}Target`, { value: name.regionalDomainName, description: `CNAME of ${domainName}` });
    return name;
  }

  private httpApi(id: string, { name, origins, throttle }: Stage, access: LogGroup, domainName?: DomainName): HttpApi {
    const methods = new Set(Object.values(api).flatMap((calls) => Object.keys(calls).map(httpMethodOf)));
    const http = new HttpApi(this, id, {
      apiName: `inventory-${name}${id === "Http" ? "" : "-developer"}`,
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: origins,
        allowMethods: [...methods],
        // Builds of the app and of the API will name themselves in app-build and api-build. An app that does must get through
        // to this release too, when a rollback has brought it back.
        allowHeaders: ["app-build", "authorization", "content-type", "entry-age", "idempotency-key"],
        exposeHeaders: ["link", "retry-after", "api-build"],
        maxAge: Duration.hours(1),
      },
    });
    http.addStage("Stage", {
      stageName: "$default",
      autoDeploy: true,
      ...(domainName && { domainMapping: { domainName } }),
      throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(access),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFormat)),
      },
    });
    acknowledge(http, { "AwsSolutions-APIG4": "Each Lambda checks session and role itself, against the user's row" });
    return http;
  }
}

/**
 * Without the query string, which holds export tickets. The Lambdas log the same `request_id`. A run that timed out logs
 * nothing, but Lambda's own report of it has the same `lambda_request_id`.
 */
const accessLogFormat = {
  message: "access",
  route: "$context.routeKey",
  status: "$context.status",
  // The status that the Lambda answered; none if the gateway refused the request itself.
  lambda: "$context.integration.status",
  ms: "$context.responseLatency",
  ip: "$context.identity.sourceIp",
  bytes: "$context.responseLength",
  error: "$context.integrationErrorMessage",
  request_id: "$context.requestId",
  lambda_request_id: "$context.integration.requestId",
};

const httpMethodOf = (route: string): CorsHttpMethod => route.split(" ")[0] as CorsHttpMethod;
