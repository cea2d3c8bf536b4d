/**
 * The address of a screen that stands before the `#`, or has its query there (`/verify-email?token=…`), as the app has it: behind it, where no
 * server sees it. Null where it is right already.
 */
export function hashAddressOf({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string | null {
  const isScreen = !['/', '/index.html'].includes(pathname);
  if (isScreen && hash === '') return `/#${pathname}${search}`;
  return hash.startsWith('#/') && new URLSearchParams(search).has('token') ? `/${hash}${search}` : null;
}
