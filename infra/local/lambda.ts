// A Lambda on this machine: its bundle in its own worker thread, which starts at the first call.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

interface Settings {
  name: string;
  arn: string;
  /** Folder of the bundle. */
  code: string;
  /** Such as `index.handler`. */
  handler: string;
  env: Record<string, string>;
  /** Megabytes. */
  memory: number;
  /** Seconds. */
  timeout: number;
  /** URLs of modules that are loaded before the bundle. */
  preload?: string[];
  /** Keep less garbage, and collect it after the last call. */
  lowMemory?: boolean;
  onLog(line: string): void;
  onCall?(lambda: Lambda): void;
}

/** The function threw, timed out, or its worker ended. */
class FunctionError extends Error {
  override readonly name = "FunctionError";
}

interface PendingCall {
  resolve(answer: string): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/**
 * On AWS an execution environment handles one event at a time, and more environments start under load. Here one worker
 * handles all events concurrently: that reveals more faults with state between calls, and is twice as fast as a queue.
 */
export class Lambda {
  readonly settings: Settings;
  private worker: LambdaWorker | undefined;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** Takes the event and returns the answer as JSON text. */
  invoke(event: string, id: string = randomUUID()): Promise<string> {
    if (!this.worker?.alive) this.worker = new LambdaWorker(this.settings);
    const answer = this.worker.call(event, id);
    this.settings.onCall?.(this);
    return answer;
  }

  get isBusy(): boolean {
    return this.worker?.isBusy ?? false;
  }

  /** Uses another bundle from the next call on. */
  async replace(code: string): Promise<void> {
    const { worker, settings } = this;
    settings.code = code;
    this.worker = undefined;
    await worker?.retire();
  }

  async stop(): Promise<void> {
    await this.worker?.terminate();
  }
}

class LambdaWorker {
  alive = true;
  private readonly worker: Worker;
  private readonly pending = new Map<string, PendingCall>();
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
    const [module = "", handler = ""] = settings.handler.split(".");
    const file = [".js", ".mjs", ".cjs"].map((end) => join(settings.code, module + end)).find(existsSync);
    if (!file) throw new Error(`${settings.code} holds no ${module}.`);
    this.worker = new Worker(new URL("./worker.mjs", import.meta.url), {
      execArgv: (settings.preload ?? []).flatMap((module) => ["--import", module]),
      workerData: { file, handler, arn: settings.arn, lowMemory: settings.lowMemory },
      env: {
        ...settings.env,
        AWS_LAMBDA_FUNCTION_NAME: settings.name,
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memory),
        // Goes into the SDK's user agent, so that a proxy before an engine knows which Lambda calls.
        AWS_SDK_UA_APP_ID: settings.name,
      },
      resourceLimits: {
        maxOldGenerationSizeMb: settings.memory,
        ...(settings.lowMemory && { maxYoungGenerationSizeMb: 12 }),
      },
    });
    this.worker.on("message", (message) => this.onMessage(message));
    this.worker.on("error", (error) => this.fail(error instanceof Error ? (error.stack ?? error.message) : `${error}`));
    this.worker.on("exit", (code) => this.fail(`Runtime exited with status ${code}`));
  }

  get isBusy(): boolean {
    return this.pending.size > 0;
  }

  call(event: string, id: string): Promise<string> {
    const { timeout } = this.settings;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.timeOut(id), timeout * 1000);
      this.pending.set(id, { resolve, reject, timer });
      this.worker.postMessage({ id, event, time: timeout * 1000 });
    });
  }

  /** Accepts no more calls and ends after the last one. */
  async retire(): Promise<void> {
    this.alive = false;
    if (this.pending.size === 0) await this.worker.terminate();
  }

  async terminate(): Promise<void> {
    this.alive = false;
    await this.worker.terminate();
  }

  private onMessage({ id, answer, error, log }: { id: string; answer?: string; error?: string; log?: string }): void {
    if (log !== undefined) for (const line of log.split("\n").filter(Boolean)) this.settings.onLog(line);
    else if (answer !== undefined) this.settle(id)?.resolve(answer);
    else {
      this.settings.onLog(`${this.settings.name}: ${error}`);
      this.settle(id)?.reject(new FunctionError(error));
    }
  }

  /** After a timeout AWS ends the environment, so the worker takes no further calls. */
  private timeOut(id: string): void {
    const { name, timeout } = this.settings;
    this.settings.onLog(`${name}: Task timed out after ${timeout} seconds`);
    this.settle(id)?.reject(new FunctionError(`Task timed out after ${timeout} seconds`));
    void this.retire();
  }

  private settle(id: string): PendingCall | undefined {
    const call = this.pending.get(id);
    clearTimeout(call?.timer);
    this.pending.delete(id);
    if (!this.alive && this.pending.size === 0) void this.worker.terminate();
    return call;
  }

  private fail(reason: string): void {
    if (this.alive || this.pending.size > 0) this.settings.onLog(`${this.settings.name}: ${reason}`);
    this.alive = false;
    for (const id of [...this.pending.keys()]) this.settle(id)?.reject(new FunctionError(reason));
  }
}
