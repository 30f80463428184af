// Stands between the Lambdas and the real engines, and loses, refuses or forwards each call as a test wishes.
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/**
 * What befalls one call: forwarded, never answered, lost on the way there or back, refused for a conflict or a throttle, or a 500.
 * Who is denied does not ask again: "deny" from one call on is to the engines what killing the Lambda is.
 */
export type Fate = "forward" | "hang" | "lose request" | "lose answer" | "conflict" | "throttle" | "fail" | "deny";

/**
 * A call as the engine would see it: its operation, like TransactWriteItems, or its method, like PUT. It waits until
 * its fate is known.
 */
type Judge = (operation: string, body: string) => Fate | Promise<Fate>;

interface Proxy {
  /** Wraps an engine: give it to `world` as `wrapDynamo`, and as `wrapStorage`. */
  wrap: (endpoint: string) => Promise<string>;
  judge: Judge;
  stop: () => Promise<void>;
}

export const newProxy = (): Proxy => {
  const serve = async (engine: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const { "x-amz-target": target } = request.headers;
    const operation = String(target ?? request.method).replace(/^.*\./, "");
    const fate = await proxy.judge(operation, body.toString());
    if (fate === "hang") return;
    if (fate === "lose request") return void response.destroy();
    if (fate !== "forward" && fate !== "lose answer") return void refuse(response, fate, operation, body.toString());
    const answer = await forward(engine, request, body);
    if (fate === "lose answer") return void response.destroy();
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  };

  const stops: (() => Promise<void>)[] = [];
  const proxy: Proxy = {
    judge: () => "forward",
    wrap: async (engine) => {
      const server = createServer(
        (request, response) => void serve(engine, request, response).catch(() => response.destroy()),
      );
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      stops.push(async () => {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
  return proxy;
};

const forward = (
  engine: string,
  { method, url = "/", headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    ask(new URL(url, engine), { method, headers }, resolve).on("error", reject).end(body);
  });

/** Refusals in the words of the engines: S3 is asked by methods, and has two. */
const refuse = (response: ServerResponse, fate: Fate, operation: string, body: string): unknown => {
  const transaction = operation === "TransactWriteItems";
  const answer = (status: number, type: string, more: object = {}) =>
    response
      .writeHead(status, { "content-type": "application/x-amz-json-1.0" })
      .end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: type, ...more }));
  if (/^[A-Z]+$/.test(operation)) {
    const [status, code] = fate === "deny" ? [403, "AccessDenied"] : [500, "InternalError"];
    return response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  }
  if (fate === "deny") return answer(400, "AccessDeniedException");
  if (fate === "fail") return answer(500, "InternalServerError");
  if (fate === "conflict" && operation === "UpdateItem") return answer(400, "TransactionConflictException");
  if (fate === "throttle" || !transaction) return answer(400, "ThrottlingException");
  const actions = JSON.parse(body).TransactItems.length;
  const CancellationReasons = Array.from({ length: actions }, (_, i) => ({
    Code: i === actions - 1 ? "TransactionConflict" : "None",
  }));
  return answer(400, "TransactionCanceledException", { CancellationReasons });
};

/** Numbers from 0 to 1 that are the same in every run. */
export const seeded = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};
