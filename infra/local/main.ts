// `npm start`: all of it on this machine. `--seed FILE` fills it when it is empty; `--assembly DIR` is run as it is.
import { parseArgs } from "node:util";
import { start } from "./start.ts";

const { values } = parseArgs({ options: { seed: { type: "string" }, assembly: { type: "string" } } });
await start(values);
