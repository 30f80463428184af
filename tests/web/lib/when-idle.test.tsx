// Work that waits until the browser is idle.
import { expect, onTestFinished, test, vi } from "vitest";
import { whenIdle } from "#web/lib/when-idle.ts";

test("it begins within seconds although the browser is never idle", async () => {
  const never = vi
    .spyOn(globalThis, "requestIdleCallback")
    .mockImplementation((task, options) => (options?.timeout ? Number(setTimeout(task, options.timeout)) : 0));
  onTestFinished(() => never.mockRestore());
  const work = vi.fn();
  whenIdle(work);
  await expect.poll(() => work.mock.calls.length).toBe(1);
});
