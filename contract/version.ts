/** Raised when a command of an older app can no longer be read by the rules of this one. */
export const contractVersion = 1;
