// Work that begins once the press before it has been answered: the browser paints what the press changed, and then the work runs.

/** Milliseconds after which it begins in any case: nothing is painted in a tab that is not seen. */
const longestWait = 100;

/** Resolves after the next paint. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, longestWait);
    requestAnimationFrame(() => setTimeout(resolve));
  });
