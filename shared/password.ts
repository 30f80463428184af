// The minimum password length. Without schemas, so that the first sign-in screen does not load them.

/** Characters. */
export const minPasswordLength = 12;
export const passwordTooShort = `At least ${minPasswordLength} characters`;
