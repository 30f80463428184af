/** The environment of a command as a person runs it: this process's, without what tells that it is a test. */
export const outsideTests = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$|DEV$|PROD$)/.test(name)));
