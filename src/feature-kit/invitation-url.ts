export function invitationUrl({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>, code: string): string {
  return `${origin}${pathname}#code=${encodeURIComponent(code)}`;
}
