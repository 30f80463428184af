// `npm run invoke -- NAME [EVENT]`: runs one Lambda, in the running instance or in one started just for it.
import { buildWeb, synthesize } from "./build.ts";
import { acquireLock, invokeInRunningInstance } from "./instance-lock.ts";
import { readSettings } from "./settings.ts";
import { UserError } from "./user-error.ts";
import { startWorld } from "./world.ts";

const [name, event = "{}"] = process.argv.slice(2);

const invokeInNewWorld = async (data: string, functionName: string): Promise<unknown> => {
  const release = await acquireLock(data);
  try {
    const assembly = await synthesize("dev", await buildWeb());
    const world = await startWorld({ assembly, data, onLog: console.log });
    return await world.invoke(functionName, JSON.parse(event)).finally(world.stop);
  } finally {
    release();
  }
};

try {
  if (!name)
    throw new UserError("Which function? npm run invoke -- NAME [EVENT], where EVENT is the function's event as JSON.");
  const { data } = readSettings();
  const reply = await invokeInRunningInstance(data, name, JSON.parse(event));
  console.log(JSON.stringify(reply ? reply.answer : await invokeInNewWorld(data, name), null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
