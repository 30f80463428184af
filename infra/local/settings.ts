// The environment variables of a local run (README.md lists them).
import { resolve } from "node:path";
import { UserError } from "./user-error.ts";

export interface Port {
  number: number;
  /** The environment variable that sets it. */
  variable: string;
}

export interface Ports {
  site?: Port;
  /** In the order of the APIs in the templates. */
  apis?: Port[];
}

const portFrom = (variable: string, fallback: number): Port => {
  const text = process.env[variable] || String(fallback);
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new UserError(`${variable} is not a valid port: ${text}.`);
  return { number, variable };
};

export const readSettings = () => {
  const api = portFrom("API_PORT", 3000);
  return {
    site: portFrom("WEB_PORT", 5173),
    // Port 0 takes a free one for each.
    apis: [api, portFrom("DEV_API_PORT", api.number && api.number + 1)],
    data: resolve(process.env.DATA_DIR || ".data"),
    demo: process.env.DEMO !== "off",
  };
};
