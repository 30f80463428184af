// HTTP servers on this machine's loopback, and the bodies they are sent.
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { Trouble } from "./user-error.ts";

interface Listening {
  port: number;
  stop(): Promise<void>;
}

/** Listens on `localhost` in both its families; port 0 takes a free one. */
export const listen = async (listener: RequestListener, port = 0, use = "it"): Promise<Listening> => {
  const guarded: RequestListener = async (request, response) => {
    try {
      await listener(request, response);
    } catch (error) {
      // Whoever asked has gone: nobody is left to be told.
      if (request.destroyed && !request.complete) return;
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  };
  const first = await open(guarded, "127.0.0.1", port, use);
  const taken = (first.address() as { port: number }).port;
  // Not every machine has IPv6, and a free port may be taken there; a fixed one must be ours in both.
  const second = await open(guarded, "::1", taken, use).catch((error) => {
    if (port !== 0 && error instanceof Trouble) {
      first.close();
      throw error;
    }
    return undefined;
  });
  const stop = async () => {
    await Promise.all([first, second].map((server) => server && close(server)));
  };
  return { port: taken, stop };
};

/** Milliseconds. A start may block this thread for longer than Node's 5,000, and who asks as it wakes would be cut off. */
const keepAliveTimeout = 60_000;

const open = (listener: RequestListener, host: string, port: number, use: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer({ keepAliveTimeout }, listener);
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE" ? new Trouble(`Port ${port} is in use: stop what uses it or set ${use}.`) : error,
      ),
    );
    server.listen(port, host, () => resolve(server));
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** The whole body; undefined when it is longer than `most` bytes. */
export async function readBody(request: IncomingMessage): Promise<Buffer>;
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer | undefined>;
export async function readBody(request: IncomingMessage, most = Number.POSITIVE_INFINITY): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    // Read on a little, so that the caller hears the answer instead of a broken connection.
    else if (size > 4 * most) return undefined;
  }
  return size > most ? undefined : Buffer.concat(chunks);
}
