// The ports of the site and the APIs: opened before anything else starts, so that a port in use fails at once and the
// URLs are known. Requests wait until the functions are ready.
import type { RequestListener } from "node:http";
import type { Addresses, Assembly, Resource } from "./assembly.ts";
import { distributionListener } from "./distribution.ts";
import { type Functions, routesOf } from "./functions.ts";
import { gateway } from "./gateway.ts";
import { listen } from "./http-server.ts";
import type { S3Engine } from "./s3.ts";
import type { Port, Ports } from "./settings.ts";
import { type Throttle, throttle, unthrottled } from "./throttle.ts";

interface Listeners {
  /** URL of the site. */
  site: string;
  /** Answers the requests that have waited, and all later ones. */
  serve(functions: Functions, readObject: S3Engine["read"]): void;
}

/** Writes the URLs of the APIs, which other resources refer to, into `addresses`. `siteConfig`: see `distributionListener`. */
export const openListeners = async (
  assembly: Assembly,
  addresses: Addresses,
  ports: Ports,
  onStop: (stop: () => unknown) => void,
  throttled: boolean,
  siteConfig: string,
): Promise<Listeners> => {
  const ready = Promise.withResolvers<Parameters<Listeners["serve"]>>();
  const open = async (listenerOf: (...parts: Parameters<Listeners["serve"]>) => RequestListener, port?: Port) => {
    const listener = ready.promise.then((parts) => listenerOf(...parts));
    const server = await listen(async (...call) => (await listener)(...call), port?.number, port?.variable);
    onStop(server.stop);
    return `http://localhost:${server.port}`;
  };
  const apiListener = (api: Resource) => (functions: Functions) => {
    const cors = assembly.resolve(api.properties.CorsConfiguration, api.stack);
    const limit = throttled ? throttleOf(assembly, api) : unthrottled;
    return gateway(api.id, routesOf(assembly, api, functions), cors, { throttle: limit });
  };
  for (const [index, api] of assembly.of("AWS::ApiGatewayV2::Api").entries())
    addresses.apis.set(api.id, await open(apiListener(api), ports.apis?.[index]));
  const site = await open((_, readObject) => distributionListener(assembly, readObject, siteConfig), ports.site);
  return { site, serve: (...parts) => ready.resolve(parts) };
};

/** By the settings of the API's stage. */
const throttleOf = (assembly: Assembly, api: Resource): Throttle => {
  const stage = assembly
    .of("AWS::ApiGatewayV2::Stage")
    .find(({ stack, properties }) => assembly.target(properties.ApiId, stack) === api);
  return stage ? throttle(stage.properties) : unthrottled;
};
