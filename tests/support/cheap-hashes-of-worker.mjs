// Loaded into a worker before its bundle: a password hash then costs next to nothing instead of 40 ms of a core.
// JavaScript, for the reason given in `infra/local/worker.mjs`.
import crypto from "node:crypto";

const { argon2 } = crypto;
/** The least work that Argon2 takes. The hash still names the product's own cost, which `password.test.ts` checks. */
const least = { memory: 8, passes: 1 };
crypto.argon2 = (algorithm, given, done) => argon2(algorithm, { ...given, ...least }, done);
