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
const callsOf = (operation, input) => {
  const { TableName, IndexName, RequestItems, TransactItems } = input;
  if (TransactItems)
    return TransactItems.flatMap((item) => Object.entries(item).map(([part, one]) => callOn(`${part}Item`, one)));
  if (RequestItems) return Object.keys(RequestItems).map((table) => `${operation} on ${table}`);
  return [IndexName ? `${operation} on ${TableName}/index/${IndexName}` : callOn(operation, input)];
};

/** With the key of an item in Keys, since roles name keys there; what follows a `#` stands for all of its kind. */
const callOn = (action, { TableName, Key, Item }) => {
  const key = TableName === process.env.KEYS_TABLE && (Key ?? Item)?.key.S;
  return `${action} on ${TableName}${key ? ` key ${key.replace(/#.{3,}/s, "#…")}` : ""}`;
};
