// HTTP servers on localhost, and reading request bodies.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
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
    if (!isOurs(request.headers.host)) return refuseHost(request, response);
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
 * Whether a request names this machine. If a stranger's site points its own name to 127.0.0.1 (DNS rebinding), its
 * pages have the same origin as this server, so neither CORS nor the address stops them; but the browser sends that
 * name.
 */
const isOurs = (host = ""): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host);

const refuseHost = (request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(403, { "content-type": "text/plain", connection: "close" }).end("Ask for localhost.\n");
  request.resume();
};

/**
 * Milliseconds. The start can block this thread for longer than Node's default of 5,000, which would cut off waiting
 * clients.
 */
const keepAliveTimeout = 60_000;

const openServer = (listener: RequestListener, host: string, port: number, variable: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer({ keepAliveTimeout }, listener);
    refuseMalformed(server);
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new UserError(`Port ${port} is in use: stop what uses it or set ${variable}.`)
          : error,
      ),
    );
    server.listen(port, host, () => resolve(server));
  });

/**
 * Answers a malformed request with 400, or with 431 or 413 if it is too long, and closes the connection. Whole requests
 * before it are answered first: Node would answer them with the 400, even if they took effect.
 */
const refuseMalformed = (server: Server): void => {
  const unanswered = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on("request", ({ socket }, response) => {
    const own = unanswered.get(socket) ?? new Set();
    unanswered.set(socket, own.add(response));
    response.once("close", () => own.delete(response));
  });
  server.on("clientError", ({ code = "" }: NodeJS.ErrnoException, socket) => {
    const whole = [...(unanswered.get(socket) ?? [])].filter(({ req }) => req.complete).at(-1);
    if (whole) whole.once("close", () => socket.destroy());
    else if (socket.writable && code !== "ECONNRESET")
      socket.end(`HTTP/1.1 ${statusOf[code] ?? "400 Bad Request"}\r\nconnection: close\r\n\r\n`, () =>
        socket.destroy(),
      );
    else socket.destroy();
  });
};

/** By error code of Node's parser. */
const statusOf: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

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
