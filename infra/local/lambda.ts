// A Lambda on this machine: its bundle in a worker thread of its own, started at the first call.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

interface Settings {
  name: string;
  arn: string;
  /** Folder of the bundle. */
  code: string;
  /** As in `index.handler`. */
  handler: string;
  env: Record<string, string>;
  /** Megabytes. */
  memory: number;
  /** Seconds. */
  timeout: number;
  /** Modules loaded before the bundle, as file addresses. */
  preload?: string[];
  onLog(line: string): void;
}

/** The function threw, ran out of time, or its process ended. */
class FunctionError extends Error {
  override readonly name = "FunctionError";
}

interface Open {
  resolve(answer: string): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/**
 * AWS gives an environment one event at a time and starts more of them under load. Here one worker takes all events
 * and lets them interleave, which is stricter with state kept between calls and twice as quick as waiting in line.
 */
export class Lambda {
  readonly settings: Settings;
  private thread: Thread | undefined;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Calls with an event as JSON and gets the answer as JSON. */
  invoke(event: string, id: string = randomUUID()): Promise<string> {
    if (!this.thread?.alive) this.thread = new Thread(this.settings);
    return this.thread.call(event, id);
  }

  /** Uses another bundle from the next call on. */
  async replace(code: string): Promise<void> {
    const { thread, settings } = this;
    settings.code = code;
    this.thread = undefined;
    await thread?.retire();
  }

  async stop(): Promise<void> {
    await this.thread?.end();
  }
}

class Thread {
  alive = true;
  private readonly worker: Worker;
  private readonly open = new Map<string, Open>();
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
    const [module = "", handler = ""] = settings.handler.split(".");
    const file = [".js", ".mjs", ".cjs"].map((end) => join(settings.code, module + end)).find(existsSync);
    if (!file) throw new Error(`${settings.code} holds no ${module}.`);
    this.worker = new Worker(new URL("./worker.mjs", import.meta.url), {
      execArgv: (settings.preload ?? []).flatMap((module) => ["--import", module]),
      workerData: { file, handler, arn: settings.arn },
      env: {
        ...settings.env,
        AWS_LAMBDA_FUNCTION_NAME: settings.name,
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memory),
        // A client says it of itself, so that an engine can be told who asks.
        AWS_SDK_UA_APP_ID: settings.name,
      },
      resourceLimits: { maxOldGenerationSizeMb: settings.memory },
    });
    this.worker.on("message", (message) => this.hear(message));
    this.worker.on("error", (error) => this.fail(error instanceof Error ? (error.stack ?? error.message) : `${error}`));
    this.worker.on("exit", (code) => this.fail(`Runtime exited with status ${code}`));
  }

  call(event: string, id: string): Promise<string> {
    const { timeout } = this.settings;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.giveUp(id), timeout * 1000);
      this.open.set(id, { resolve, reject, timer });
      this.worker.postMessage({ id, event, time: timeout * 1000 });
    });
  }

  /** Takes no more calls and ends with its last. */
  async retire(): Promise<void> {
    this.alive = false;
    if (this.open.size === 0) await this.worker.terminate();
  }

  async end(): Promise<void> {
    this.alive = false;
    await this.worker.terminate();
  }

  private hear({ id, answer, error, log }: { id: string; answer?: string; error?: string; log?: string }): void {
    if (log !== undefined) for (const line of log.split("\n").filter(Boolean)) this.settings.onLog(line);
    else if (answer !== undefined) this.settle(id)?.resolve(answer);
    else {
      this.settings.onLog(`${this.settings.name}: ${error}`);
      this.settle(id)?.reject(new FunctionError(error));
    }
  }

  /** The time of one call is up: AWS would end the environment, so no later call may meet it. */
  private giveUp(id: string): void {
    const { name, timeout } = this.settings;
    this.settings.onLog(`${name}: Task timed out after ${timeout} seconds`);
    this.settle(id)?.reject(new FunctionError(`Task timed out after ${timeout} seconds`));
    void this.retire();
  }

  private settle(id: string): Open | undefined {
    const call = this.open.get(id);
    clearTimeout(call?.timer);
    this.open.delete(id);
    if (!this.alive && this.open.size === 0) void this.worker.terminate();
    return call;
  }

  private fail(reason: string): void {
    if (this.alive || this.open.size > 0) this.settings.onLog(`${this.settings.name}: ${reason}`);
    this.alive = false;
    for (const id of [...this.open.keys()]) this.settle(id)?.reject(new FunctionError(reason));
  }
}
