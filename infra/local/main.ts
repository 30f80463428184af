// `npm start`: the whole product on this machine. `--seed FILE` fills it when it is empty.
import { parseArgs } from "node:util";
import { start } from "./start.ts";

const { seed } = parseArgs({ options: { seed: { type: "string" } } }).values;
await start({ seed });
