import { type Code, isUsedUp } from '#contract/resources/codes.ts';

export function stateOf(code: Pick<Code, 'used' | 'reusable'>): Exclude<CodeFilter, 'all'> {
  if (code.reusable) return 'reusable';
  return isUsedUp(code) ? 'used' : 'unused';
}

export function isIn(filter: CodeFilter, code: Pick<Code, 'used' | 'reusable'>): boolean {
  return filter === 'all' || stateOf(code) === filter;
}

export const codesPath = '/admin/eventcodes';

export const filters = ['all', 'unused', 'used', 'reusable'] as const;
export type CodeFilter = (typeof filters)[number];

/** Returns the named filter; an unknown name shows all codes. */
export const filterNamed = (name: string | undefined): CodeFilter => filters.find((filter) => filter === name) ?? 'all';

/** Returns the address of a page of a filter; pages count from 1. */
export function pathOf(filter: CodeFilter, page = 1): string {
  return [codesPath, ...(filter === 'all' ? [] : [filter]), ...(page === 1 ? [] : [page])].join('/');
}
