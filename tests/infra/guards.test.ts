// Safeguards: deletion protection, limits, lifecycles, gradual releases, and names that must not change.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stages } from "#infra/config.ts";
import type { Json } from "#infra/local/assembly.ts";
import { throttle } from "#infra/local/throttle.ts";
import { api, calls } from "#shared/api.ts";
import { templates, templatesOf } from "#tests/support/template.ts";

/** If a logical id changes, CloudFormation replaces the resource that holds the data: change a line only with a migration. */
const stateful = [
  ...["Data Users0A0EEA89", "Data Products229621C6", "Data Stocks8F3F0432", "Data Warehouses47933E77"],
  ...["Data CategoriesCFA66A95", "Data EventsD32975C2", "Data Shipments6E8A22F1", "Data MovementsD0022A57"],
  ...["Data PurchaseOrders0DDC80A0", "Data Changes510ED4B0", "Data CountLinesFFB9CE1B", "Data Counts7F28E4F7"],
  ...["Data PickedFB282FCE", "Data Aliases64AA21DF", "Data ImportsC5EA4F6F", "Data DaysC1780991"],
  ...["Data HistoryC127576E", "Data Keys4E30B592", "Data Images2D38C313", "Data Reports65402A0A"],
  ...["Data Signing608E83C0", "Data FirstRoot77A5E0D5", "Data Returns425A41DA"],
  "Web Files8E6940B8",
];

/** Resource types that hold data, including ones not used yet. */
const holding = /^AWS::(DynamoDB::(Global)?Table|S3::Bucket|SecretsManager::Secret|RDS::\w+|EFS::\w+|Cognito::\w+)$/;

describe.each(["dev", "prod"] as const)("stage %s", async (stage) => {
  const { of, folder } = await templates(stage);
  const prefix = stage === "dev" ? "InventoryDev" : "InventoryProd";

  test("resources that hold data keep their first logical id, and are retained when their stack is deleted", () => {
    const found = of(holding);
    expect(found.map(({ stack, id }) => `${stack.replace(prefix, "")} ${id}`).sort()).toEqual(stateful.sort());
    for (const { template } of found)
      expect([template.DeletionPolicy, template.UpdateReplacePolicy]).toEqual(["Retain", "Retain"]);
  });

  test("stacks can be deleted by one command in dev only, and all in them is tagged with application and stage", () => {
    const { artifacts } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    const deployed = Object.values<Json>(artifacts).filter(({ type }) => type === "aws:cloudformation:stack");
    expect(deployed).toHaveLength(3);
    for (const { properties } of deployed) {
      expect(properties.terminationProtection).toBe(stage === "prod");
      expect(properties.tags).toEqual({ application: "inventory-manager", stage });
    }
  });

  test("exports and imports expire after a day, old versions after 35, incomplete uploads after one, photos of returns after 400, and other data never", () => {
    for (const { id, properties } of of("AWS::S3::Bucket").filter(({ id }) => !id.startsWith("Files"))) {
      const rules: Json[] = properties.LifecycleConfiguration.Rules;
      const [old, ...shortLived] = rules;
      expect(old).toEqual({
        NoncurrentVersionExpiration: { NoncurrentDays: 35 },
        ExpiredObjectDeleteMarker: true,
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        Status: "Enabled",
      });
      const oneDay = { ExpirationInDays: 1, NoncurrentVersionExpiration: { NoncurrentDays: 1 }, Status: "Enabled" };
      const daily = (Prefix: string) => ({ Prefix, ...oneDay });
      const photos = { Prefix: "images/returns/", ExpirationInDays: 400, Status: "Enabled" };
      expect(shortLived).toEqual(id.startsWith("Reports") ? [daily("exports/"), daily("imports/")] : [photos]);
    }
  });

  test("forty devices that call the same route in one moment are let through, and no flood of it for longer", () => {
    const [main, developer] = of("AWS::ApiGatewayV2::Stage");
    const letThrough = (route: string, of = main?.properties) => {
      let now = 0;
      const passes = throttle(of, () => now);
      const passed = (tries: number) => Array.from({ length: tries }, () => passes(route)).filter(Boolean).length;
      const burst = passed(1_000);
      now = 1_000;
      return [burst, passed(1_000)];
    };
    for (const route of Object.keys(calls)) {
      const [burst, perSecond] = letThrough(route);
      expect(["60, 5", "60, 20", "120, 40"]).toContain([burst, perSecond].join(", "));
    }
    for (const route of ["POST /v1/login", "GET /v1/app/catalogue", "POST /v1/counts/{id}/apply"])
      expect([route, ...letThrough(route)]).toEqual([route, 60, 20]);
    for (const route of ["GET /v1/transactions", "GET /v1/stocks/export", "GET /v1/plan", "POST /v1/imports/orders"])
      expect([route, ...letThrough(route)]).toEqual([route, 60, 5]);
    for (const route of ["PATCH /v1/users/{id}", "DELETE /v1/programs/{id}", "PUT /v1/returns/settings"])
      expect([route, ...letThrough(route)]).toEqual([route, 60, 5]);
    for (const route of ["POST /v1/transactions/out", "PUT /v1/counts/{id}/lines", "PUT /v1/picklists/{id}/picked"])
      expect([route, ...letThrough(route)]).toEqual([route, 120, 40]);
    expect(letThrough("POST /v1/dev/stock-adjustment", developer?.properties)).toEqual([60, 20]);
  });

  test("a stage waits for the routes that it limits, which it would otherwise refuse", () => {
    const [main] = of("AWS::ApiGatewayV2::Stage");
    const keys = Object.keys(main?.properties.RouteSettings);
    const limited = of("AWS::ApiGatewayV2::Route").filter(({ properties }) => keys.includes(properties.RouteKey));
    expect(limited).toHaveLength(keys.length);
    expect([main?.template.DependsOn].flat().toSorted()).toEqual(limited.map(({ id }) => id).toSorted());
  });

  test("no concurrency is reserved unless the stage says so: a new account would refuse the deployment", () => {
    for (const { properties } of of("AWS::Lambda::Function"))
      expect(properties.ReservedConcurrentExecutions).toBeUndefined();
  });

  test("a deployment whose first root cannot be created fails within minutes, not after CloudFormation's hour", () => {
    const own = of("Custom::FirstRoot").map(({ properties }) => Number(properties.ServiceTimeout));
    expect(own).toEqual([300]);
  });

  test("in prod a release first serves a tenth of the requests, and an alarm rolls it back", () => {
    const groups = of("AWS::CodeDeploy::DeploymentGroup").map(({ properties }) => properties);
    const aliases = of("AWS::Lambda::Alias");
    const released = stage === "prod" ? Object.keys(api).map((resource) => `inventory-prod-${resource}`) : [];
    expect(aliases.map(({ properties }) => properties.FunctionName).sort()).toEqual(released.sort());
    expect(groups).toHaveLength(released.length);
    // A rollback moves an alias to a version of an earlier release.
    for (const { template } of of("AWS::Lambda::Version")) expect(template.DeletionPolicy).toBe("Retain");
    for (const { AlarmConfiguration, AutoRollbackConfiguration, DeploymentConfigName } of groups) {
      expect(DeploymentConfigName).toBe("CodeDeployDefault.LambdaCanary10Percent10Minutes");
      expect(AlarmConfiguration.Alarms).toHaveLength(3);
      const Events = expect.arrayContaining(["DEPLOYMENT_STOP_ON_ALARM"]);
      expect(AutoRollbackConfiguration).toMatchObject({ Enabled: true, Events });
    }
    const ids = of("AWS::CodeDeploy::DeploymentGroup").map(({ id }) => id);
    const moved = aliases.map(({ template }) => template.UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName);
    expect(moved.map(({ Ref }: Json) => Ref).sort()).toEqual(ids.sort());
  });
});

test("a stage can reserve concurrency for a Lambda, and throttle more", { tags: "exhaustive" }, () => {
  const { of } = templatesOf({ ...stages.dev, reserved: { transactions: 40 }, throttle: { rate: 2, burst: 3 } });
  const reserved = of("AWS::Lambda::Function")
    .map(({ properties }) => [properties.FunctionName, properties.ReservedConcurrentExecutions])
    .filter(([, executions]) => executions);
  expect(reserved).toEqual([["inventory-dev-transactions", 40]]);
  for (const { properties } of of("AWS::ApiGatewayV2::Stage"))
    expect(properties.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 2, ThrottlingBurstLimit: 3 });
});
