// Passwords as people choose them: apart from the schemas, which the screen of a first sign-in does without.

/** Fewest characters of one. */
export const shortestPassword = 12;
export const tooShort = `At least ${shortestPassword} characters`;
