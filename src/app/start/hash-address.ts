/**
 * Returns the address with path and query behind the `#`, where no server receives them, for a screen before it (`/verify-email?token=…`).
 * Null if it is already correct.
 */
export function hashAddressOf({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  const isScreen = !['/', '/index.html'].includes(pathname);
  if (isScreen && hash === '') return `/#${pathname}${search}`;
  return hash.startsWith('#/') && new URLSearchParams(search).has('token') ? `/${hash}${search}` : null;
}
