/** Returns the URL that opens registration with a code. */
export function invitationUrl({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>, code: string): string {
  return `${origin}${pathname}#code=${encodeURIComponent(code)}`;
}
