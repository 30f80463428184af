// The shortest password. Without schemas, so that the screen of the first sign-in does not load them.

/** Characters. */
export const shortestPassword = 12;
export const tooShort = `At least ${shortestPassword} characters`;
