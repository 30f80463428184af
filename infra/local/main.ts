// `npm start`: all of it on this machine. `--seed FILE` fills it, `--invoke NAME` then runs a function, `--assembly DIR` is run as it is.
import { parseArgs } from "node:util";
import { start } from "./start.ts";

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { seed: text, invoke: text, assembly: text } });
await start(values);
