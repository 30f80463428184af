// The product running for one test file, and a client for each role.
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { buildWeb, synthesize } from "#infra/local/build.ts";
import { type Options, startWorld, type World } from "#infra/local/world.ts";
import type { Role } from "#shared/role.ts";
import { setClock, testClock } from "./clock.ts";
import { undocumentedAnswer } from "./documented.ts";
import { type Grants, reportCalls, watchGrants } from "./grants.ts";
import { type EngineProxy, newProxy } from "./proxy.ts";

export interface Answer {
  status: number;
  /** Parsed when it is JSON; undefined when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts its own answers
  body: any;
  headers: Headers;
}

type RequestHeaders = Record<string, string>;

export interface Client {
  /** Undefined for a client that has not signed in. */
  token?: string;
  _id?: string;
  get(path: string, headers?: RequestHeaders): Promise<Answer>;
  delete(path: string, headers?: RequestHeaders): Promise<Answer>;
  /** A body other than FormData, text or bytes is sent as JSON. */
  post(path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer>;
  send(method: string, path: string, body?: unknown, headers?: RequestHeaders): Promise<Answer>;
}

export interface TestWorld extends Omit<World, "apis"> {
  api: string;
  /** The developers' API. */
  dev: string;
  root: Client;
  manager: Client;
  executive: Client;
  anonymous: Client;
  signIn(username: string, password: string): Promise<Client>;
  /** Signs in root, the manager or the executive at an instant of the Lambdas' clock: sessions end after twelve hours. */
  signInAt(instant: string, username?: Role): Promise<Client>;
  /** All log lines of the Lambdas. */
  log: string[];
  /** The parsed lines that `serve` logs, one for each request. */
  requests(): Request[];
}

interface Request {
  message: "request";
  route: string;
  status: number;
  ms: number;
  user?: string;
  reads: number;
  writes: number;
  rcu: number;
  wcu: number;
  request_id: string;
}

interface WorldOptions extends Partial<Omit<Options, "onLog" | "ports">> {
  /** Hashes passwords at real cost, for tests in which another process stores a user's hash. */
  realHashes?: boolean;
}

const cheapHashes = new URL("./cheap-hashes-of-worker.mjs", import.meta.url).href;

/** A world, with recordings of its Lambdas. */
interface Running extends World {
  log: string[];
  grants: Grants;
}

/** One world serves all files of this process that need no special one: its Lambdas are loaded and warm. */
const acrossFiles = globalThis as { world?: Promise<Running>; proxied?: Promise<Running & Proxies> };

/**
 * The world of this test file, with the options of the first call. Without options it is the world of the process,
 * emptied but for the users of `TestWorld`.
 */
export const world = (options: WorldOptions = {}): Promise<TestWorld> =>
  (ofFile ??= Object.keys(options).length === 0 ? sharedWorld() : newWorld(options));

let ofFile: Promise<TestWorld> | undefined;

const sharedWorld = async (): Promise<TestWorld> => {
  acrossFiles.world ??= startShared({});
  return emptied(await acrossFiles.world);
};

interface Proxies {
  databaseProxy: EngineProxy;
  storageProxy: EngineProxy;
}

/** The world of this process whose Lambdas reach the engines through proxies; they forward all until a test decides. */
export const proxiedWorld = async (): Promise<TestWorld & Proxies> => {
  acrossFiles.proxied ??= startProxied();
  const { databaseProxy, storageProxy, ...running } = await acrossFiles.proxied;
  const proxies = { databaseProxy, storageProxy };
  const forwardAll = () => {
    for (const proxy of Object.values(proxies)) Object.assign(proxy, { decide: () => "forward", hide: undefined });
  };
  forwardAll();
  const { afterEach } = await import("vitest");
  // A test that fails leaves no fault to those after it.
  afterEach(({ task }) => {
    if (task.result?.state === "fail") forwardAll();
  });
  return { ...(await emptied(running)), ...proxies };
};

const startProxied = async (): Promise<Running & Proxies> => {
  const [databaseProxy, storageProxy] = [newProxy(), newProxy()];
  const running = await startShared({ wrapDynamo: databaseProxy.wrap, wrapStorage: storageProxy.wrap });
  return { ...running, databaseProxy, storageProxy };
};

const startShared = (options: WorldOptions): Promise<Running> => start(options).then(endWithProcess);

const emptied = async (running: Running): Promise<TestWorld> => {
  atEndOfFile.push(async () => assertGrants(running));
  await running.empty();
  running.log.length = 0;
  return staffed(running);
};

/** A process that ends takes its engine and its Lambdas with it, but not their folder. */
const endWithProcess = (running: Running): Running => {
  process.once("exit", () => rmSync(running.data, { recursive: true, force: true }));
  return running;
};

const atEndOfFile: (() => Promise<void>)[] = [];
// The bench creates worlds without vitest, and stops them itself.
if (process.env.VITEST) {
  const { afterAll } = await import("vitest");
  afterAll(() => Promise.all(atEndOfFile.splice(0).map((end) => end())));
}

/** Another world, stopped at the end of the file unless a test has done so. */
export const newWorld = async (options: WorldOptions = {}): Promise<TestWorld> => {
  const running = await start(options);
  const stop = async () => {
    await running.stop();
    assertGrants(running);
  };
  atEndOfFile.push(stop);
  return staffed({ ...running, stop });
};

const start = async ({ realHashes, ...options }: WorldOptions): Promise<Running> => {
  const log: string[] = [];
  const assembly = options.assembly ?? process.env.ASSEMBLY ?? (await synthesize("dev", await buildWeb()));
  const grants = watchGrants(assembly);
  const started = await startWorld({
    // Tests and the bench send more than people do, and at the speed of the machine.
    throttled: false,
    // A proxied call takes twice as long. An engine that keeps data has a signing key of its own in each run, which
    // the proxy must translate.
    unproxied: options.data === undefined,
    region: options.data && `local-${createHash("sha256").update(options.data).digest("hex").slice(0, 8)}`,
    ...options,
    assembly,
    // The bench measures without these, and with the real hashes.
    preload: [
      ...(process.env.VITEST ? [reportCalls, testClock()] : []),
      ...(process.env.VITEST && !realHashes ? [cheapHashes] : []),
      ...(options.preload ?? []),
    ],
    onLog: (line) => void (grants.checks(line) || log.push(line)),
  });
  return { ...started, log, grants };
};

const assertGrants = ({ grants }: Running): void => {
  const refused = [...grants.refused];
  grants.refused.clear();
  if (refused.length > 0) throw new Error(`On AWS the role would refuse:\n${refused.join("\n")}`);
};

/** Adds a manager and an executive, and signs everybody in. */
const staffed = async ({ apis: [api = "", dev = ""], grants, ...running }: Running): Promise<TestWorld> => {
  const { log } = running;
  const signIn = async (username: string, password: string): Promise<Client> => {
    const { status, body } = await client(api).post("/v1/login", { username, password });
    if (status !== 200)
      throw new Error(`${username} cannot sign in: ${status} ${JSON.stringify(body)}\n${log.join("\n")}`);
    return client(api, body.token, body.user._id, dev);
  };
  const passwordOf = (role: Role) =>
    role === "root" ? running.secrets.value(running.output("FirstSignIn")) : `${role}-password`;
  const signInAt = (instant: string, username: Role = "manager"): Promise<Client> => {
    setClock(instant);
    return signIn(username, passwordOf(username));
  };
  const root = await signIn("root", passwordOf("root"));
  const staff = (role: Role): Promise<Client> =>
    hire({ root, signIn }, { name: `The ${role}`, username: role, password: passwordOf(role), role });
  const [manager, executive] = await Promise.all([staff("manager"), staff("executive")]);

  const requests = () => log.filter((line) => line.includes('"message":"request"')).map((line) => JSON.parse(line));
  const people = { root, manager, executive, anonymous: client(api, undefined, undefined, dev) };
  return { ...running, ...people, api, dev, signIn, signInAt, requests };
};

interface Hired extends Record<"name" | "username" | "password", string> {
  role: Role;
}

/** A user, signed in with the password that they have chosen in place of the one that they were given. */
export const hire = async (
  { root, signIn }: Pick<TestWorld, "root" | "signIn">,
  { password, ...person }: Hired,
): Promise<Client> => {
  const given = "a password as given";
  const { status, body } = await root.post("/v1/users", { ...person, password: given });
  if (status !== 201 && status !== 409) throw new Error(`No ${person.username}: ${status} ${JSON.stringify(body)}`);
  if (status === 201) await chooseOwn(await signIn(person.username, given), given, password);
  return signIn(person.username, password);
};

/** Somebody chooses their own password, which ends their sessions. */
export const chooseOwn = (person: Client, current: string, password: string): Promise<Answer> =>
  person.send("PUT", "/v1/users/me/password", { current, password });

export const client = (api: string, token?: string, _id?: string, dev = api): Client => {
  const send: Client["send"] = async (method, path, body, headers = {}) => {
    const whole =
      body === undefined || typeof body === "string" || body instanceof FormData || body instanceof Uint8Array;
    const response = await fetch((path.startsWith("/v1/dev/") ? dev : api) + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(!whole && { "content-type": "application/json" }),
        ...headers,
      },
      body: whole ? (body as BodyInit | undefined) : JSON.stringify(body),
      redirect: "manual",
    });
    const json = response.headers.get("content-type")?.includes("json");
    const bytes = json ? undefined : Buffer.from(await response.arrayBuffer());
    const parsed = json ? await response.json() : bytes?.length ? bytes : undefined;
    const answer: Answer = { status: response.status, body: parsed, headers: response.headers };
    const wrong = undocumentedAnswer(path, method, answer);
    if (wrong) throw new Error(wrong);
    return answer;
  };
  return {
    token,
    _id,
    send,
    get: (path, headers) => send("GET", path, undefined, headers),
    delete: (path, headers) => send("DELETE", path, undefined, headers),
    post: (path, body, headers) => send("POST", path, body, headers),
    patch: (path, body, headers) => send("PATCH", path, body, headers),
  };
};
