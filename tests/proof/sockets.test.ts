// Bytes on a raw socket: a client gets a valid answer or a closed connection, whatever it sends, and each stock-out
// answered with 201 takes units once.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { heldOf, newStockLine } from "#tests/support/stock.ts";
import { world } from "#tests/support/world.ts";

const { api, manager, executive, log } = await world();
const { port } = new URL(api);

/** The gateway's messages about unexpected failures. */
const errors = vi.spyOn(console, "error");
afterAll(() => errors.mockRestore());
afterEach(async () => {
  expect((await executive.get("/v1/app/context")).status).toBe(200);
  expect(errors).not.toHaveBeenCalled();
  expect(log.filter((line) => /Runtime exited|"ERROR"/.test(line))).toEqual([]);
});

const units = 1_000;
let line: Awaited<ReturnType<typeof newStockLine>>;
let counted = 0;
beforeAll(async () => {
  line = await newStockLine(manager, units);
});

/** Units that have left stock since the last call. */
const unitsLeft = async (): Promise<number> => {
  const before = counted;
  counted = units - (await heldOf(manager, line.product));
  return counted - before;
};

const common = () => ["host: localhost", `authorization: Bearer ${executive.token}`, "content-type: application/json"];
const headOf = (start: string, ...more: string[]) => [start, ...common(), ...more, "", ""].join("\r\n");
/** The head of a stock-out of one unit, and its body. */
const head = (...more: string[]) => headOf("POST /v1/transactions/out HTTP/1.1", ...more);
const body = () => JSON.stringify(line);
const length = () => `content-length: ${body().length}`;
const chunk = (text: string, size = text.length.toString(16)) => `${size}\r\n${text}\r\n`;
const chunked = () => `${chunk(body())}0\r\n\r\n`;
const close = "connection: close";
const stockOut = (...more: string[]) => head(length(), ...more) + body();

const open = async (): Promise<Socket> => {
  const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true }).setNoDelay();
  // A closed connection is one of the answers that are allowed.
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
};

/** The statuses that a socket is answered with, in order, until the server closes it. */
const answersTo = async (socket: Socket): Promise<number[]> => {
  let text = "";
  socket.setEncoding("utf8").on("data", (more) => (text += more));
  socket.once("end", () => socket.end());
  await once(socket, "close");
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
};

const answersToBytes = async (bytes: string): Promise<number[]> => {
  const socket = await open();
  const answers = answersTo(socket);
  socket.write(bytes, "latin1");
  return answers;
};

const encoding = "transfer-encoding";

describe("a request whose length could be read in two ways", () => {
  test.each<[what: string, status: number, head: () => string, body: () => string]>([
    ["chunked, and a length after it", 400, () => head(`${encoding}: chunked`, length()), chunked],
    ["chunked, and a length before it", 400, () => head(length(), `${encoding}: chunked`), chunked],
    ["chunked, and a length of 0", 400, () => head("content-length: 0", `${encoding}: chunked`), chunked],
    ["chunked in two headers", 400, () => head(`${encoding}: chunked`, `${encoding}: chunked`), chunked],
    ["chunked twice in one header", 400, () => head(`${encoding}: chunked, chunked`), chunked],
    ["chunked before another encoding", 400, () => head(`${encoding}: chunked, identity`), chunked],
    ["another encoding", 400, () => head(`${encoding}: xchunked`), chunked],
    ["identity", 400, () => head(`${encoding}: identity`), chunked],
    ["chunked after a space", 400, () => head(`${encoding} : chunked`), chunked],
    ["chunked on a second line", 400, () => head(`${encoding}:\r\n chunked`), chunked],
    ["chunked after a vertical tab", 400, () => head(`${encoding}: \x0bchunked`), chunked],
    ["two equal lengths", 400, () => head(length(), length()), body],
    ["two different lengths", 400, () => head(length(), "content-length: 1"), body],
    ["a list of lengths", 400, () => head(`${length()}, ${body().length}`), body],
    ["a length with a sign", 400, () => head(`content-length: +${body().length}`), body],
    ["a negative length", 400, () => head("content-length: -1"), body],
    ["a hexadecimal length", 400, () => head("content-length: 0x5"), body],
    ["a length beyond all numbers", 400, () => head(`content-length: ${"9".repeat(23)}`), body],
    ["an empty length", 400, () => head("content-length:"), body],
    ["two lengths apart by a space", 400, () => head("content-length: 1 2"), body],
    ["a chunk whose size is no number", 400, () => head(`${encoding}: chunked`), () => chunk(body(), "zz")],
    ["a chunk of a negative size", 400, () => head(`${encoding}: chunked`), () => chunk(body(), "-1")],
    ["a chunk beyond all sizes", 400, () => head(`${encoding}: chunked`), () => chunk(body(), `${"f".repeat(16)}1`)],
    ["a chunk of size 0x", 400, () => head(`${encoding}: chunked`), () => `0x${chunked()}`],
    ["a chunk longer than its size", 400, () => head(`${encoding}: chunked`), () => chunk(body(), "5")],
    ["chunks apart by line feeds", 400, () => head(`${encoding}: chunked`), () => chunked().replaceAll("\r", "")],
    ["an endless chunk extension", 413, () => head(`${encoding}: chunked`), () => `1;${"x".repeat(20_000)}`],
    ["lines apart by line feeds", 400, () => head(length()).replaceAll("\r", ""), body],
    ["a lone carriage return", 400, () => head(length(), "x: a\rcontent-length: 0"), body],
  ])("%s: %i, and neither it nor what follows it is posted", async (_, status, head, body) => {
    expect(await answersToBytes(head() + body() + stockOut(close))).toEqual([status]);
    expect(await unitsLeft()).toBe(0);
  });

  test.each<[what: string, head: () => string]>([
    ["after a tab", () => head(`${encoding}:\tchunked`)],
    ["in capitals", () => head("TRANSFER-ENCODING: CHUNKED")],
    ["after identity", () => head(`${encoding}: identity, chunked`)],
  ])("chunked %s is chunked, and what follows is another request", async (_, head) => {
    expect(await answersToBytes(head() + chunked() + stockOut(close))).toEqual([201, 201]);
    expect(await unitsLeft()).toBe(2);
  });
});

describe("bytes that are no request", () => {
  test.each<[what: string, status: number, bytes: () => string]>([
    ["a NUL in a header", 400, () => head(length(), "x: a\0b")],
    ["a header with a space in its name", 400, () => head(length(), "x y: a")],
    ["a method in small letters", 400, () => stockOut().replace("POST", "post")],
    ["an unknown version", 400, () => stockOut().replace("HTTP/1.1", "HTTP/3.0")],
    ["the start of HTTP/2", 400, () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["the start of TLS", 400, () => `\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03${"\0".repeat(500)}`],
  ])("%s: %i, and the connection is closed", async (_, status, bytes) => {
    expect(await answersToBytes(bytes() + stockOut(close))).toEqual([status]);
    expect(await unitsLeft()).toBe(0);
  });

  // The answer is lost if the connection is closed while the rest of such a request is still on its way.
  test.each<[what: string, bytes: () => string]>([
    ["a URL of 20 KB", () => stockOut().replace("/out", `/out?x=${"x".repeat(20_000)}`)],
    ["a header of 100 KB", () => head(length(), `x: ${"x".repeat(100_000)}`)],
    ["10,000 headers", () => head(length(), ...Array.from({ length: 10_000 }, () => "x: y"))],
  ])("%s: 431, and the connection is closed", async (_, bytes) => {
    expect([[431], []]).toContainEqual(await answersToBytes(bytes() + stockOut(close)));
    expect(await unitsLeft()).toBe(0);
  });

  test.each<[what: string, statuses: number[], start: string, ...more: string[]]>([
    ["without a host", [400], "POST /v1/transactions/out HTTP/1.1"],
    ["for a proxy", [404], "POST http://other.example/v1/transactions/out HTTP/1.1", "host: localhost"],
    ["for a tunnel", [], "CONNECT localhost:80 HTTP/1.1", "host: localhost"],
    ["with an unknown expectation", [417], "POST /v1/transactions/out HTTP/1.1", "host: localhost", "expect: tea"],
    ["without a length", [400], "POST /v1/transactions/out HTTP/1.1", "host: localhost"],
  ])("a request %s is answered with %j", async (what, statuses, start, ...more) => {
    const own = what === "without a length" ? [] : [length()];
    const bytes = headOf(start, ...more, ...own, close) + body();
    expect(await answersToBytes(what === "without a host" ? bytes.replace("host: localhost\r\n", "") : bytes)).toEqual(
      statuses,
    );
    expect(await unitsLeft()).toBe(0);
  });

  test("a request to change the protocol is answered in the old one", async () => {
    const upgrade = stockOut("connection: upgrade, close", "upgrade: websocket");
    expect(await answersToBytes(upgrade)).toEqual([201]);
    expect(await unitsLeft()).toBe(1);
  });

  test("a request before them is answered as if it had come alone", async () => {
    expect(await answersToBytes(`${stockOut()}no request\r\n\r\n`)).toEqual([201]);
    expect(await answersToBytes(stockOut(close) + stockOut())).toEqual([201]);
    expect(await answersToBytes(stockOut() + head(`${encoding}: chunked`) + chunk(body(), "zz"))).toEqual([201]);
    expect(await answersToBytes(`${stockOut().replace("HTTP/1.1", "HTTP/1.0")}more`)).toEqual([201]);
    expect(await unitsLeft()).toBe(4);
  });
});

describe("pipelined requests", () => {
  test("are answered in order, and each is posted once", async () => {
    const read = headOf("GET /v1/stocks HTTP/1.1");
    const wrong = `${head("content-length: 1")}{`;
    expect(await answersToBytes(stockOut() + read + wrong + stockOut() + stockOut(close))).toEqual([
      201, 200, 400, 201, 201,
    ]);
    expect(await unitsLeft()).toBe(3);
  });

  test("with one key are posted once", async () => {
    const twin = stockOut(`idempotency-key: ${randomUUID()}`);
    expect(await answersToBytes(twin.repeat(20) + stockOut(close))).toEqual(Array(21).fill(201));
    expect(await unitsLeft()).toBe(2);
  });

  test("in the body of another one are no requests", async () => {
    const inside = stockOut();
    const hidden = (start: string, ...more: string[]) =>
      headOf(start, `content-length: ${inside.length}`, ...more) + inside;
    for (const [start, status] of [
      ["GET /v1/stocks HTTP/1.1", 200],
      ["OPTIONS /v1/stocks HTTP/1.1", 204],
      ["HEAD /v1/stocks HTTP/1.1", 404],
      ["DELETE /v1/products/none HTTP/1.1", 403],
      ["POST /v1/transactions/out HTTP/1.1", 400],
    ] as const)
      expect([start, await answersToBytes(hidden(start, close))]).toEqual([start, [status]]);
    const tooLong = `x: ${"x".repeat(10_240)}`;
    expect(await answersToBytes(hidden("POST /v1/transactions/out HTTP/1.1", tooLong))).toEqual([431]);
    expect(await unitsLeft()).toBe(0);
  });
});

describe("a connection that", () => {
  test("sends one byte at a time is answered like any other", async () => {
    const socket = await open();
    const answers = answersTo(socket);
    for (const byte of stockOut(close)) await new Promise((written) => socket.write(byte, written));
    expect(await answers).toEqual([201]);
    expect(await unitsLeft()).toBe(1);
  });

  const stops: [how: string, stop: (socket: Socket) => unknown][] = [
    ["half closed", (socket) => socket.end()],
    ["reset", (socket) => socket.resetAndDestroy()],
  ];

  test.each(stops)("is %s within a head, a body or a chunk posts nothing", async (_, stop) => {
    const expecting = [length(), "expect: 100-continue"];
    for (const [head0, rest] of [
      [head(length()).slice(0, -9), ""],
      [head(...expecting), body().slice(0, -1)],
      [head(`${encoding}: chunked`, "expect: 100-continue"), chunk(body())],
    ] as const) {
      const socket = await open();
      const answers = answersTo(socket);
      socket.write(head0);
      // The request has reached the gateway, which waits for its body.
      if (rest) await once(socket, "data");
      await new Promise((written) => socket.write(rest, written));
      stop(socket);
      expect((await answers).filter((status) => status !== 100 && status !== 400)).toEqual([]);
    }
    expect(await unitsLeft()).toBe(0);
  });

  test.each(stops)("is %s before the answer posts its request once, also with a retry", async (_, stop) => {
    const key = randomUUID();
    const sent = Array.from({ length: 10 }, async () => {
      const socket = await open();
      const answers = answersTo(socket);
      await new Promise((written) => socket.write(stockOut(`idempotency-key: ${key}`), written));
      stop(socket);
      expect([[], [201]]).toContainEqual(await answers);
    });
    await Promise.all(sent);
    expect((await executive.post("/v1/transactions/out", line, { "idempotency-key": key })).status).toBe(201);
    expect(await unitsLeft()).toBe(1);
  });

  test("is reset in a form creates nothing of it", async () => {
    const socket = await open();
    const part = '--x\r\ncontent-disposition: form-data; name="p_id"\r\n\r\nhalf\r\n--x--\r\n';
    const upload = headOf("POST /v1/products HTTP/1.1", "content-length: 100000", "expect: 100-continue")
      .replace(executive.token ?? "", manager.token ?? "")
      .replace("application/json", "multipart/form-data; boundary=x");
    socket.write(upload);
    await once(socket, "data");
    await new Promise((written) => socket.write(part, written));
    socket.resetAndDestroy();
    await once(socket, "close");
    const products: { p_id: string }[] = (await manager.get("/v1/products")).body;
    expect(products.filter(({ p_id }) => p_id === "half")).toEqual([]);
  });
});
