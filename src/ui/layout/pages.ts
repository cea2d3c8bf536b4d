export type PageItem = number | 'gap';

/** Returns the items of a pagination: first, previous, current, next, last, and gaps between; pages count from 1. */
export function pageItems(current: number, total: number): PageItem[] {
  const shown = [...new Set([1, current - 1, current, current + 1, total])]
    .filter((page) => page >= 1 && page <= total)
    .toSorted((a, b) => a - b);
  return shown.flatMap((page, index): PageItem[] => {
    const before = shown[index - 1] ?? page - 1;
    // A gap of a single page is that page.
    if (page - before === 2) return [page - 1, page];
    return page - before > 2 ? ['gap', page] : [page];
  });
}
