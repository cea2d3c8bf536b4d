/** Returns the URL of an own script as a trusted one, for pages that enforce Trusted Types. */
export const scriptUrl = (url: string): string => globalThis.trustedScript?.(url) ?? url;
