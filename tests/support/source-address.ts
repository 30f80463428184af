// Sign-ins that come from a given address of this machine. On Linux a connection may start from any of 127.0.0.0/8; fetch
// would choose between 127.0.0.1 and ::1 itself, which count as two addresses.
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Answer, TestWorld } from "./world.ts";

const agents = new Map<string, Agent>();

const agentOf = (localAddress: string): Agent => {
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, localAddress });
  agents.set(localAddress, agent);
  return agent;
};

/** The address from which tests sign in. */
export const home = "127.0.0.1";

/** The n-th of 60,000 other addresses. */
export const addressOf = (n: number): string => `127.9.${Math.floor(n / 250)}.${1 + (n % 250)}`;

/** Sends a sign-in from an address. */
export const loginFrom = (
  { api }: Pick<TestWorld, "api">,
  address: string,
  form: object,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify(form);
    const { port } = new URL(api);
    const sent = request(
      {
        ...{ host: home, port, path: "/v1/login", method: "POST", agent: agentOf(address) },
        headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      },
      async (response) =>
        resolve({
          status: response.statusCode ?? 0,
          body: JSON.parse(await text(response)),
          headers: new Headers(response.headers as Record<string, string>),
        }),
    );
    sent.on("error", reject).end(body);
  });
