// The addresses people and browsers come to: taken before anything else starts, answered once all of it has.
import type { RequestListener } from "node:http";
import type { Addresses, Assembly, Resource } from "./assembly.ts";
import { site } from "./distribution.ts";
import { type Functions, routesOf } from "./functions.ts";
import { gateway } from "./gateway.ts";
import { listen } from "./http-server.ts";

export interface Port {
  number: number;
  /** Name of the setting it comes from. */
  use: string;
}

export interface Ports {
  site?: Port;
  /** In the order of the templates. */
  apis?: Port[];
}

interface Doors {
  site: string;
  /** Lets in who has waited. */
  open(functions: Functions): void;
}

/** Notes the addresses of the APIs, which other resources name, in `addresses`. */
export const takeDoors = async (
  assembly: Assembly,
  addresses: Addresses,
  ports: Ports,
  onEnd: (end: () => unknown) => void,
): Promise<Doors> => {
  const opened = Promise.withResolvers<Functions>();
  const take = async (listenerOf: (functions: Functions) => RequestListener, port?: Port): Promise<string> => {
    const listener = opened.promise.then(listenerOf);
    const listening = await listen(async (...call) => (await listener)(...call), port?.number, port?.use);
    onEnd(listening.stop);
    return `http://localhost:${listening.port}`;
  };
  const apiOf = (api: Resource) => (functions: Functions) => {
    const cors = assembly.resolve(api.properties.CorsConfiguration, api.stack);
    return gateway(api.id, routesOf(assembly, api, functions), cors);
  };
  for (const [index, api] of assembly.of("AWS::ApiGatewayV2::Api").entries())
    addresses.apis.set(api.id, await take(apiOf(api), ports.apis?.[index]));
  return { site: await take(() => site(assembly, addresses.storage), ports.site), open: opened.resolve };
};
