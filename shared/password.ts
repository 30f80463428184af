// Rules of a password. Without schemas, so that the screen of the first sign-in does not load them.

/** Characters. */
export const minPasswordLength = 12;
export const passwordTooShort = `At least ${minPasswordLength} characters`;
export const passwordUnchanged = "Choose another one than before";
