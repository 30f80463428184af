// Throttling of an HTTP API's stage: a token bucket for each route, which holds as many requests as the burst limit and
// refills at the rate limit. As on AWS, a route's own settings replace the default ones whole, and without any there is no
// limit. (The real one does it on a best-effort basis, over many machines.)
import type { Json } from "./assembly.ts";

/** Whether a request to this route is let through; it takes a token if so. */
export type Throttle = (routeKey: string) => boolean;

export const unthrottled: Throttle = () => true;

/** By the properties of an `AWS::ApiGatewayV2::Stage`; `now` is in milliseconds. */
export const throttle = (
  { DefaultRouteSettings = {}, RouteSettings = {} }: Json,
  now = () => performance.now(),
): Throttle => {
  const buckets = new Map<string, () => boolean>();
  return (routeKey) => {
    let take = buckets.get(routeKey);
    if (!take) {
      const { ThrottlingRateLimit, ThrottlingBurstLimit } = RouteSettings[routeKey] ?? DefaultRouteSettings;
      take = ThrottlingRateLimit === undefined ? () => true : bucket(ThrottlingRateLimit, ThrottlingBurstLimit, now);
      buckets.set(routeKey, take);
    }
    return take();
  };
};

const bucket = (rate: number, burst: number, now: () => number): (() => boolean) => {
  let tokens = burst;
  let filledAt = now();
  return () => {
    const time = now();
    tokens = Math.min(burst, tokens + ((time - filledAt) / 1_000) * rate);
    filledAt = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};
