/** The environment of a command as a person runs it: this process's, without what tells that it is a test and what time it is in it. */
export const outsideTests = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|NODE_ENV|TEST$|DEV$|PROD$|CLOCK_AHEAD$|NODE_OPTIONS$)/.test(name),
    ),
  );
