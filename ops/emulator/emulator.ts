// MiniStack, an emulator of AWS that deploys templates and runs Lambdas without Docker. Here it uses TLS and enforces
// IAM.
import { execFile, spawn } from "node:child_process";
import { mkdirSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { killGroup } from "#infra/local/dynamodb-engine.ts";
import { listen } from "#infra/local/http-server.ts";
import { UserError } from "#infra/local/user-error.ts";
import { MissingPrerequisite } from "./prerequisite.ts";

const run = promisify(execFile);

export const region = "ap-south-1";

export interface Emulator {
  port: number;
  /** Environment variables that point the AWS SDK and CLI of a process to the emulator. */
  env: Record<string, string>;
  /** Path of the log file. */
  log: string;
  stop(): void;
}

/** Starts the emulator; its files go into `folder`, which must be empty. */
export const startEmulator = async (programs: string, folder: string): Promise<Emulator> => {
  const { port, stop: free } = await listen(() => {});
  await free();
  const [cert, key] = await createCertificate(folder);
  const trust = { NODE_EXTRA_CA_CERTS: cert, AWS_CA_BUNDLE: cert, SSL_CERT_FILE: cert, REQUESTS_CA_BUNDLE: cert };
  const common = {
    ...trust,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: folder,
    NODE_OPTIONS: `--require "${join(import.meta.dirname, "node-preload.cjs")}"`,
    // The emulator's root account; any other key is checked against the policies of its role.
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  };
  const log = join(folder, "emulator.log");
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  const out = openSync(log, "w");
  const child = spawn(join(programs, "python"), ["-m", "ministack"], {
    // In a process group of its own, so that stopping it also stops the Lambda processes that it starts.
    detached: true,
    stdio: ["ignore", out, out],
    env: {
      ...common,
      PYTHONPATH: import.meta.dirname,
      PYTHONDONTWRITEBYTECODE: "1",
      TMPDIR: temporary,
      GATEWAY_PORT: String(port),
      BIND_HOST: "127.0.0.1",
      MINISTACK_REGION: region,
      USE_SSL: "1",
      MINISTACK_SSL_CERT: cert,
      MINISTACK_SSL_KEY: key,
      AUTH: "true",
      SFTP_ENABLED: "0",
      IOT_MTLS_ENABLED: "0",
    },
  });
  const stop = () => {
    if (child.pid) killGroup(child.pid);
  };
  process.once("exit", stop);
  if (!(await isReady(port, child))) {
    stop();
    throw new UserError(`The emulator does not start: see ${log}.`);
  }
  const env = {
    ...common,
    AWS_ENDPOINT_URL: `https://127.0.0.1:${port}`,
    AWS_REGION: region,
    AWS_CONFIG_FILE: "/dev/null",
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
    AWS_EC2_METADATA_DISABLED: "true",
  };
  return { port, env, log, stop };
};

/** A certificate for all host names of the emulator. TLS, because bucket policies and the distribution demand it. */
const createCertificate = async (folder: string): Promise<[cert: string, key: string]> => {
  const [cert, key] = [join(folder, "emulator.crt"), join(folder, "emulator.key")];
  const names = ["DNS:localhost", "DNS:*.execute-api.localhost", "DNS:*.cloudfront.localhost", "IP:127.0.0.1"];
  const extensions = ["-addext", `subjectAltName=${names}`, "-addext", "basicConstraints=critical,CA:TRUE"];
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=emulator", ...extensions];
  await run("openssl", [...args, "-keyout", key, "-out", cert]).catch(() => {
    throw new MissingPrerequisite("there is no openssl to make a certificate for the emulator");
  });
  return [cert, key];
};

const isReady = async (port: number, child: { exitCode: number | null }): Promise<boolean> => {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline && child.exitCode === null; await wait(100)) {
    // Any error but a refused connection will do: this process does not trust the certificate.
    const error = await fetch(`https://127.0.0.1:${port}/_ministack/health`).catch(({ cause }) => cause);
    if (error.code !== "ECONNREFUSED") return true;
  }
  return false;
};
