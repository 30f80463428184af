// Before every test file: libraries stay loaded from the file before it, but no module of ours does.
import { vi } from "vitest";

vi.resetModules();
