export const codesPath = '/admin/eventcodes';

export const filters = ['all', 'unused', 'used', 'reusable'] as const;
export type CodeFilter = (typeof filters)[number];

/** What is no filter shows all. */
export const filterNamed = (name: string | undefined): CodeFilter => filters.find((filter) => filter === name) ?? 'all';

/** The address of a page, which counts from 1, of what a filter shows. */
export function pathOf(filter: CodeFilter, page = 1): string {
  return [codesPath, ...(filter === 'all' ? [] : [filter]), ...(page === 1 ? [] : [page])].join('/');
}
