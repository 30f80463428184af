// Loaded into a worker before its bundle: reports each kind of call its Lambda makes to DynamoDB, once, as a log line.
// JavaScript, for the reason given in `infra/local/worker.mjs`.
import { subscribe } from "node:diagnostics_channel";
import { parentPort } from "node:worker_threads";

const said = new Set();
const caller = process.env.AWS_LAMBDA_FUNCTION_NAME;

subscribe("http.client.request.created", ({ request }) => {
  const [service = "", operation] = String(request.getHeader("x-amz-target")).split(".");
  if (!service.startsWith("DynamoDB")) return;
  const { end } = request;
  request.end = (body, ...rest) => {
    for (const call of callsOf(operation, JSON.parse(String(body)))) {
      if (said.has(call)) continue;
      said.add(call);
      parentPort?.postMessage({ log: JSON.stringify({ called: `${caller}: dynamodb:${call}` }) });
    }
    return end.call(request, body, ...rest);
  };
});

/** A transaction needs the actions of its parts. */
const callsOf = (operation, { TableName, IndexName, RequestItems, TransactItems }) => {
  if (TransactItems)
    return TransactItems.flatMap((item) =>
      Object.entries(item).map(([part, { TableName }]) => `${part}Item on ${TableName}`),
    );
  if (RequestItems) return Object.keys(RequestItems).map((table) => `${operation} on ${table}`);
  return [`${operation} on ${TableName}${IndexName ? `/index/${IndexName}` : ""}`];
};
