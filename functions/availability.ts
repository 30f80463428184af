// What channels may sell, and the buffers that are kept back from them.
import { isUsable, readFirst, readGeneration, readOn } from "./lib/catalogue/both-logs.ts";
import { readBuffer, readBuffers, saveBuffer } from "./lib/catalogue/buffers.ts";
import { AvailabilityCursor, readCursor, writeCursor } from "./lib/catalogue/cursor.ts";
import { serve } from "./lib/http/serve.ts";
import { readAvailability } from "./lib/imports/availability.ts";

export const handler = serve("availability", {
  "GET /v1/availability": async ({ query: { channel, since }, now }) => {
    const [at, generation] = [now.getTime(), await readGeneration()];
    const before = readCursor(AvailabilityCursor, since);
    const goesOn = before?.channel === channel && isUsable(before, generation, at);
    const { read, moved, editedOf } = goesOn ? await readOn(before, at) : await readFirst(generation, at);
    const isEdited = (["product", "warehouse", "alias"] as const).some((kind) => editedOf(kind).length > 0);
    const whole = !goesOn || isEdited || editedOf("channel").includes(channel);
    const answer = { channel, cursor: writeCursor({ ...read, channel }), whole };
    if (!whole && moved.length === 0) return { ...answer, buffer: await readBuffer(channel), codes: [] };
    const { buffer, listings } = await readAvailability(channel);
    return { ...answer, buffer, codes: listings(whole ? undefined : new Set(moved)) };
  },

  "GET /v1/availability/buffers": readBuffers,

  "PUT /v1/availability/buffers": async (request) => {
    const { channel, buffer, seen } = request.body;
    await saveBuffer(request, channel, buffer, seen);
    return readBuffers();
  },
});
