// What channels may sell, and the buffers that are kept back from them.
import { readBuffers, saveBuffer } from "./lib/catalogue/buffers.ts";
import { serve } from "./lib/http/serve.ts";
import { readAvailability } from "./lib/imports/availability.ts";

export const handler = serve("availability", {
  "GET /v1/availability": async ({ query: { channel } }) => {
    const { buffer, listings } = await readAvailability(channel);
    return { channel, buffer, codes: listings() };
  },

  "GET /v1/availability/buffers": readBuffers,

  "PUT /v1/availability/buffers": async (request) => {
    const { channel, buffer, seen } = request.body;
    await saveBuffer(request, channel, buffer, seen);
    return readBuffers();
  },
});
