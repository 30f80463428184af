// Creates the tables of the templates in the DynamoDB engine.
import type { Assembly, Json } from "./assembly.ts";
import { type Credentials, sign } from "./signature.ts";

/** Also adds indexes that are missing from a table of an earlier run. */
export const createTables = async (
  assembly: Assembly,
  endpoint: string,
  region: string,
  credentials: Credentials,
): Promise<void> => {
  const dynamo = (action: string, body: Json) => call(endpoint, region, credentials, action, body);
  const create = async ({ stack, properties, ...resource }: ReturnType<Assembly["of"]>[number]) => {
    const name = assembly.resolve({ Ref: resource.id }, stack);
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification } = assembly.resolve(
      properties,
      stack,
    );
    const shape = {
      TableName: name,
      AttributeDefinitions,
      KeySchema,
      GlobalSecondaryIndexes,
      BillingMode: "PAY_PER_REQUEST",
    };
    const existed = await dynamo("CreateTable", shape).then(
      () => false,
      (error) => {
        if (error.code !== "ResourceInUseException") throw error;
        return true;
      },
    );
    if (existed) await addIndexes(dynamo, shape);
    else if (TimeToLiveSpecification) await dynamo("UpdateTimeToLive", { TableName: name, TimeToLiveSpecification });
  };
  await Promise.all(assembly.of("AWS::DynamoDB::Table").map(create));
};

/** Their rows are lost; the next `createTables` makes them empty. */
export const deleteTables = async (
  assembly: Assembly,
  endpoint: string,
  region: string,
  credentials: Credentials,
): Promise<void> => {
  const names = assembly.of("AWS::DynamoDB::Table").map(({ id, stack }) => assembly.resolve({ Ref: id }, stack));
  await Promise.all(names.map((TableName) => call(endpoint, region, credentials, "DeleteTable", { TableName })));
};

type Call = (action: string, body: Json) => Promise<Json>;

const addIndexes = async (dynamo: Call, shape: Json): Promise<void> => {
  const { TableName, AttributeDefinitions, GlobalSecondaryIndexes = [] } = shape;
  const { Table } = await dynamo("DescribeTable", { TableName });
  const known = new Set((Table.GlobalSecondaryIndexes ?? []).map(({ IndexName }: Json) => IndexName));
  for (const index of GlobalSecondaryIndexes.filter(({ IndexName }: Json) => !known.has(IndexName))) {
    const GlobalSecondaryIndexUpdates = [{ Create: index }];
    await dynamo("UpdateTable", { TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates });
  }
};

const call = async (
  endpoint: string,
  region: string,
  credentials: Credentials,
  action: string,
  input: Json,
): Promise<Json> => {
  const body = JSON.stringify(input);
  const headers = {
    host: new URL(endpoint).host,
    "content-type": "application/x-amz-json-1.0",
    "x-amz-target": `DynamoDB_20120810.${action}`,
  };
  const signed = await sign({ method: "POST", url: "/", headers, body }, "dynamodb", region, credentials);
  const response = await fetch(endpoint, { method: "POST", headers: signed, body });
  const answer: Json = await response.json();
  if (response.ok) return answer;
  throw Object.assign(new Error(`${action}: ${answer.message ?? answer.Message ?? JSON.stringify(answer)}`), {
    code: String(answer.__type).split("#").pop(),
  });
};
