// What the environment may say about a local run.
import { resolve } from "node:path";
import type { Port } from "./listeners.ts";
import { Trouble } from "./user-error.ts";

const port = (name: string, usual: number): Port => {
  const text = process.env[name] || String(usual);
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) throw new Trouble(`${name} is no port: ${text}.`);
  return { number, use: name };
};

export const settings = () => {
  const api = port("API_PORT", 3000);
  return {
    site: port("WEB_PORT", 5173),
    apis: [api, port("DEV_API_PORT", api.number && api.number + 1)],
    data: resolve(process.env.DATA_DIR || ".data"),
    demo: process.env.DEMO !== "off",
  };
};
