// HTTP servers on localhost, and reading request bodies.
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { UserError } from "./user-error.ts";

interface HttpServer {
  port: number;
  stop(): Promise<void>;
}

/**
 * Listens on IPv4 and IPv6. Port 0 takes a free one; `variable` is the setting that the error for a port in use names.
 */
export const listen = async (listener: RequestListener, port = 0, variable = "it"): Promise<HttpServer> => {
  const guarded: RequestListener = async (request, response) => {
    try {
      await listener(request, response);
    } catch (error) {
      // The client has disconnected, so there is nobody to answer.
      if (request.destroyed && !request.complete) return;
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  };
  const ipv4 = await openServer(guarded, "127.0.0.1", port, variable);
  const boundPort = (ipv4.address() as { port: number }).port;
  // IPv6 may be missing, or use the same port otherwise. Only a fixed port must be ours in both families.
  const ipv6 = await openServer(guarded, "::1", boundPort, variable).catch((error) => {
    if (port !== 0 && error instanceof UserError) {
      ipv4.close();
      throw error;
    }
    return undefined;
  });
  const stop = async () => {
    await Promise.all([ipv4, ipv6].map((server) => server && closeServer(server)));
  };
  return { port: boundPort, stop };
};

/**
 * Milliseconds. Starting can block this thread longer than Node's default of 5,000, which would cut off waiting
 * clients.
 */
const keepAliveTimeout = 60_000;

const openServer = (listener: RequestListener, host: string, port: number, variable: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer({ keepAliveTimeout }, listener);
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new UserError(`Port ${port} is in use: stop what uses it or set ${variable}.`)
          : error,
      ),
    );
    server.listen(port, host, () => resolve(server));
  });

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** The whole body; undefined when it is longer than `maxBytes`. */
export async function readBody(request: IncomingMessage): Promise<Buffer>;
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined>;
export async function readBody(
  request: IncomingMessage,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    // Reads on for a while, so that the client gets the answer instead of a reset connection.
    else if (size > 4 * maxBytes) return undefined;
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks);
}
