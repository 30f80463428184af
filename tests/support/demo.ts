// The demo data, seeded into a world as `npm start` does.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { siteConfigIn } from "#infra/local/world.ts";
import type { TestWorld } from "./world.ts";

/** The channels on which the demo sells. */
export const demoChannels = ["amazon", "flipkart", "firstcry", "jiomart", "snd-website", "snd-app"] as const;

/** Runs the seed for so many milliseconds at most, directly on the engine, since it is no Lambda with a role. Returns its output. */
export const plant = async ({ env, dynamo, data }: TestWorld, timeout?: number): Promise<string> => {
  const child = spawn(process.execPath, ["demo/seed.ts"], {
    env: { ...process.env, ...env, AWS_ENDPOINT_URL_DYNAMODB: dynamo, SITE_CONFIG: siteConfigIn(data) },
    timeout,
    killSignal: "SIGKILL",
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (errors) throw new Error(errors);
  return output;
};
