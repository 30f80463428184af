// `npm run invoke -- NAME [EVENT]`: runs one function, in the instance that runs or in one started for it.
import { buildWeb, synthesize } from "./build.ts";
import { invokeThere, take } from "./instance-lock.ts";
import { settings } from "./settings.ts";
import { Trouble } from "./user-error.ts";
import { startWorld } from "./world.ts";

const [name, event = "{}"] = process.argv.slice(2);

const invokeHere = async (data: string, called: string): Promise<unknown> => {
  const leave = await take(data);
  try {
    const assembly = await synthesize("dev", await buildWeb());
    const world = await startWorld({ assembly, data, onLog: console.log });
    return await world.invoke(called, JSON.parse(event)).finally(world.stop);
  } finally {
    leave();
  }
};

try {
  if (!name)
    throw new Trouble("Which function? npm run invoke -- NAME, with an event as JSON after it if it needs one.");
  const { data } = settings();
  const there = await invokeThere(data, name, JSON.parse(event));
  console.log(JSON.stringify(there ? there.answer : await invokeHere(data, name), null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
