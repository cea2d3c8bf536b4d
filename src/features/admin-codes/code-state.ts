import { type Code, isUsedUp } from '#contract/resources/codes.ts';
import type { CodeFilter } from './code-filters.ts';

export function stateOf(code: Pick<Code, 'used' | 'reusable'>): Exclude<CodeFilter, 'all'> {
  if (code.reusable) return 'reusable';
  return isUsedUp(code) ? 'used' : 'unused';
}

export function isIn(filter: CodeFilter, code: Pick<Code, 'used' | 'reusable'>): boolean {
  return filter === 'all' || stateOf(code) === filter;
}
