// A client that adds little to the time it measures: it keeps connections, reads whole bodies and parses nothing.
import { Agent, request } from "node:http";
import type { Client } from "#tests/support/world.ts";

const agent = new Agent({ keepAlive: true });

interface Reply {
  status: number;
  /** As received, compressed. */
  body: Buffer;
}

/** Sends requests with a client's session and, like browsers, accepts compressed answers. */
export const httpClient = (api: string, { token }: Client) => {
  const { hostname: host, port } = new URL(api);
  return (method: string, path: string, sent?: object, headers: Record<string, string> = {}): Promise<Reply> => {
    const body = sent === undefined ? "" : JSON.stringify(sent);
    const own = {
      authorization: `Bearer ${token}`,
      "accept-encoding": "gzip, deflate, br",
      ...(body && { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
    };
    return new Promise((resolve, reject) => {
      const outgoing = request({ agent, host, port, method, path, headers: { ...own, ...headers } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
        answer.on("error", reject);
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  };
};
