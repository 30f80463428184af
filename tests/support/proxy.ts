// Stands between the Lambdas and the real engine, and loses, refuses or forwards each call as a test wishes.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What befalls one call: forwarded, lost on the way there or back, refused for now or for good, or a 500. */
export type Fate = "forward" | "lose request" | "lose answer" | "conflict" | "throttle" | "reject" | "fail";

/** A call as the engine would see it: its operation, like TransactWriteItems. */
export type Judge = (operation: string, body: string) => Fate;

export interface Proxy {
  /** Wraps an engine: give it to `world` as `wrapDynamo`. */
  wrap: (endpoint: string) => Promise<string>;
  judge: Judge;
  stop: () => Promise<void>;
}

export const newProxy = (): Proxy => {
  let engine = "";
  const server = createServer((request, response) => void serve(request, response));

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const operation = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
    const fate = proxy.judge(operation, body);
    if (fate === "lose request") return void response.destroy();
    if (fate !== "forward" && fate !== "lose answer") return void refuse(response, fate, operation, body);
    const sent = (name: string) => String(request.headers[name]);
    const headers = Object.fromEntries(
      ["authorization", "content-type", "x-amz-date", "x-amz-target"].map((name) => [name, sent(name)]),
    );
    const answer = await fetch(engine, { method: "POST", headers, body });
    if (fate === "lose answer") return void response.destroy();
    response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" }).end(await answer.text());
  };

  const proxy: Proxy = {
    judge: () => "forward",
    wrap: async (endpoint) => {
      engine = endpoint;
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return proxy;
};

/** Refusals in the words of DynamoDB. */
const refuse = (response: ServerResponse, fate: Fate, operation: string, body: string): unknown => {
  const transaction = operation === "TransactWriteItems";
  const answer = (status: number, type: string, more: object = {}) =>
    response
      .writeHead(status, { "content-type": "application/x-amz-json-1.0" })
      .end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: type, ...more }));
  if (fate === "fail") return answer(500, "InternalServerError");
  if (fate === "reject") return answer(400, "ValidationException");
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
