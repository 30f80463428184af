// The browser of the lockfile on a machine that has never run it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as launcher } from "playwright-core";
import { expect, onTestFinished, test, vi } from "vitest";
import { launchOptions } from "./chromium.ts";

/** What Chromium draws a text with: glyphs by the family of their font. */
const glyphs = async (text: string): Promise<Record<string, number>> => {
  const browser = await launcher.launch(launchOptions());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.setContent(`<p style="font-family: system-ui, sans-serif">${text}</p>`);
  await page.screenshot();
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "p" });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  return Object.fromEntries(fonts.map(({ familyName, glyphCount }) => [familyName, glyphCount]));
};

const x64 = process.platform === "linux" && process.arch === "x64";

test.runIf(x64)("a browser unpacked into an empty temporary folder draws Latin, rupee and Devanagari", async () => {
  const folder = mkdtempSync(join(tmpdir(), "another name-"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  vi.stubEnv("TMPDIR", folder);
  // Neither a browser of the machine nor its font settings.
  for (const name of ["CHROME_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH"]) vi.stubEnv(name, undefined);
  vi.stubEnv("PATH", "");
  expect(await glyphs("Baby")).toEqual({ "Open Sans": 4 });
  // The package's fonts have neither of these: a font of the machine draws them, or boxes stand for them.
  for (const text of ["₹", "शिशु"])
    expect(Object.values(await glyphs(text)).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
});

test("a browser that CHROME_PATH names is started as it is", () => {
  vi.stubEnv("CHROME_PATH", "/opt/my chrome");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(launchOptions()).toMatchObject({ executablePath: "/opt/my chrome", env: process.env });
});
