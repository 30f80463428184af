// The proxy before the DynamoDB engine: it passes on only requests signed with this run's credentials. The engine
// itself checks no signature and lets pages of every origin read its answers, so only the proxy knows its address.
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as send } from "node:http";
import { listen, readBody } from "./http-server.ts";
import { type Credentials, jsonRefusals, refusalOf } from "./signature.ts";

/** DynamoDB takes 16 MB at most. */
const maxBytes = 16 * 2 ** 20;

/** `key` is the access key that the engine sees. */
export const startEngineProxy = async (endpoint: string, key: string, credentials: Credentials) => {
  const { hostname, port } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true });
  const pass = ({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const outgoing = { agent, hostname, port, method, path: url, headers: engineHeaders(headers, key, body) };
      send(outgoing, resolve).on("error", reject).end(body);
    });
  const server = await listen(async (request, response) => {
    const body = await readBody(request, maxBytes);
    if (!body) return void response.writeHead(413).end();
    const refusal = await refusalOf(request, credentials, body);
    if (refusal) return void response.writeHead(400, contentType).end(jsonRefusals[refusal]);
    // A lost connection to the engine is passed on as one, so that the SDK retries as on AWS.
    const answer = await pass(request, body).catch(() => undefined);
    if (!answer) return void response.destroy();
    response.writeHead(answer.statusCode ?? 500, answerHeaders(answer.headers));
    answer.on("error", () => response.destroy()).pipe(response);
  });
  const stop = async () => {
    agent.destroy();
    await server.stop();
  };
  return { endpoint: `http://127.0.0.1:${server.port}`, stop };
};

const contentType = { "content-type": "application/x-amz-json-1.0" };

const engineHeaders = (headers: IncomingHttpHeaders, key: string, body: Buffer): IncomingHttpHeaders => ({
  ...omit(headers, ["connection", "keep-alive", "transfer-encoding"]),
  authorization: headers.authorization?.replace(/Credential=[^/]+/, `Credential=${key}`),
  "content-length": String(body.length),
});

/** Without the headers of the connection, which Node adds for the client. */
const answerHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  omit(headers, [
    "connection",
    "keep-alive",
    ...Object.keys(headers).filter((name) => name.startsWith("access-control-")),
  ]);

const omit = (headers: IncomingHttpHeaders, names: string[]): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
