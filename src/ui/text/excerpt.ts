const enough = 40;

/** Returns the beginning of a text on one line, for the name of a button about it. */
export function excerpt(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > enough ? `${line.slice(0, enough)}…` : line;
}
