/** Texts of up to this many lines stay whole. */
const few = 8;

/**
 * Returns versions of one text, each without the lines that all of them have, so that the differences in a long list are visible. A gap is
 * `…`, and texts of a few lines stay whole.
 */
export function differingLines(texts: readonly string[]): string[] {
  const all = texts.map((text) => text.split('\n'));
  if (all.every(({ length }) => length <= few)) return [...texts];
  const sets = all.map((lines) => new Set(lines));
  const isCommon = (line: string): boolean => sets.every((set) => set.has(line));
  return all.map((lines) => {
    const kept = lines.map((line) => (isCommon(line) ? '…' : line));
    return kept.filter((line, index) => line !== '…' || kept[index - 1] !== '…').join('\n');
  });
}
