/** So many lines are read as they are. */
const few = 8;

/**
 * Versions of one text, each without the lines that all of them have: of a long list it is seen at once what is other. A gap is `…`, and texts
 * of a few lines stay whole.
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
