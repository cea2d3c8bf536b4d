/** Enough of a text to tell what it is. */
const enough = 40;

/** The beginning of a text, in one line, for the name of a button that is about it. */
export function excerpt(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > enough ? `${line.slice(0, enough)}…` : line;
}
