export const codesPath = '/admin/eventcodes';

export const filters = ['all', 'unused', 'used', 'reusable'] as const;
export type CodeFilter = (typeof filters)[number];

/** Returns the named filter; an unknown name shows all codes. */
export const filterNamed = (name: string | undefined): CodeFilter => filters.find((filter) => filter === name) ?? 'all';

/** Returns the address of a page of a filter; pages count from 1. */
export function pathOf(filter: CodeFilter, page = 1): string {
  return [codesPath, ...(filter === 'all' ? [] : [filter]), ...(page === 1 ? [] : [page])].join('/');
}
