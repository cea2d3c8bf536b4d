/** Whether a browser says that it runs on a phone or tablet. */
export const isMobile = (userAgent: string): boolean => /iPhone|iPad|iPod|Android/.test(userAgent);
