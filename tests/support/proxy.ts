// A proxy between the Lambdas and the real engines that loses, refuses or forwards each call as a test decides.
import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "#infra/local/http-server.ts";

/**
 * What happens to one call. The SDK does not retry a denied call, so "deny" from one call on looks to the engines like a
 * killed Lambda. A transaction is answered with TransactionInProgressException before its commit ("in progress", and
 * nothing is written) or after it ("committed, in progress").
 */
export type Outcome =
  | "forward"
  | "hang"
  | "lose request"
  | "lose answer"
  | "in progress"
  | "committed, in progress"
  | "conflict"
  | "throttle"
  | "fail"
  | "deny";

/** Outcomes in which the engine takes the call. */
const reachesEngine: readonly Outcome[] = ["forward", "lose answer", "committed, in progress"];

/** Gets the operation, such as TransactWriteItems, or for S3 the method, such as PUT; the call waits for the decision. */
type Decide = (operation: string, body: string) => Outcome | Promise<Outcome>;

/** Which items an answer lacks, by operation and body of its request, as from a late index. */
type Hide = (operation: string, body: string) => ((item: Item) => boolean) | undefined;
type Item = Record<string, Record<string, unknown>>;

export interface EngineProxy {
  /** Wraps an engine: give it to `world` as `wrapDynamo`, and as `wrapStorage`. */
  wrap: (endpoint: string) => Promise<string>;
  decide: Decide;
  hide?: Hide;
  stop: () => Promise<void>;
}

/** Does something before the first such call reaches the engine; that call and all others are forwarded. */
export const beforeFirst = (
  proxy: EngineProxy,
  isIt: (operation: string, body: string) => boolean,
  act: () => Promise<unknown>,
): void => {
  proxy.decide = async (operation, body): Promise<Outcome> => {
    if (!isIt(operation, body)) return "forward";
    proxy.decide = () => "forward";
    await act();
    return "forward";
  };
};

/** Holds the first such call from when it is `reached` until its release. */
export const holdFirst = (proxy: EngineProxy, isIt: (operation: string, body: string) => boolean) => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  beforeFirst(proxy, isIt, () => {
    reach();
    return released;
  });
  return { reached, release };
};

export const newProxy = (): EngineProxy => {
  const serve = async (engine: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const { "x-amz-target": target } = request.headers;
    const operation = String(target ?? request.method).replace(/^.*\./, "");
    const outcome = await proxy.decide(operation, body.toString());
    // The call was held so long that its sender gave up.
    if (response.destroyed) return;
    if (outcome === "hang") return;
    if (outcome === "lose request") return void response.destroy();
    if (!reachesEngine.includes(outcome)) return void refuse(response, outcome, operation, body.toString());
    const answer = await forward(engine, request, body);
    if (outcome !== "forward") answer.resume();
    if (outcome === "lose answer") return void response.destroy();
    if (outcome !== "forward") return void refuse(response, outcome, operation, body.toString());
    const isHidden = proxy.hide?.(operation, body.toString());
    if (isHidden) return void response.end(withoutItems(await buffer(answer), isHidden));
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  };

  const stops: (() => Promise<void>)[] = [];
  const proxy: EngineProxy = {
    decide: () => "forward",
    wrap: async (engine) => {
      const { port, stop } = await listen((request, response) =>
        serve(engine, request, response).catch(() => response.destroy()),
      );
      stops.push(stop);
      return `http://127.0.0.1:${port}`;
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
  return proxy;
};

const withoutItems = (answer: Buffer, isHidden: (item: Item) => boolean): string => {
  const visible = (items: Item[]) => items.filter((item) => !isHidden(item));
  const { Items = [], Responses = {}, ...rest } = JSON.parse(answer.toString());
  const byTable = Object.entries<Item[]>(Responses).map(([table, items]) => [table, visible(items)]);
  return JSON.stringify({ ...rest, Items: visible(Items), Responses: Object.fromEntries(byTable) });
};

const forward = (
  engine: string,
  { method, url = "/", headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    ask(new URL(url, engine), { method, headers }, resolve).on("error", reject).end(body);
  });

/** Refusals as the engines write them; S3, whose operations are HTTP methods, has two. */
const refuse = (response: ServerResponse, outcome: Outcome, operation: string, body: string): unknown => {
  const transaction = operation === "TransactWriteItems";
  const answer = (status: number, type: string, more: object = {}) =>
    response
      .writeHead(status, { "content-type": "application/x-amz-json-1.0" })
      .end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: type, ...more }));
  if (/^[A-Z]+$/.test(operation)) {
    const [status, code] = outcome === "deny" ? [403, "AccessDenied"] : [500, "InternalError"];
    return response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  }
  if (outcome === "deny") return answer(400, "AccessDeniedException");
  if (outcome === "fail") return answer(500, "InternalServerError");
  if (outcome === "conflict" && operation === "UpdateItem") return answer(400, "TransactionConflictException");
  if (outcome.endsWith("in progress") && transaction) return answer(400, "TransactionInProgressException");
  if (outcome === "throttle" || !transaction) return answer(400, "ThrottlingException");
  const actions = JSON.parse(body).TransactItems.length;
  const CancellationReasons = Array.from({ length: actions }, (_, i) => ({
    Code: i === actions - 1 ? "TransactionConflict" : "None",
  }));
  return answer(400, "TransactionCanceledException", { CancellationReasons });
};
