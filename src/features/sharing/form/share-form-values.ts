import { type Share, type ShareType, unlimited } from '#contract/resources/shares.ts';
import type { FormResult } from '#ui/forms/form-result.ts';

/** Values of the form; numbers as typed. */
export interface ShareValues {
  type: ShareType | '';
  title: string;
  description: string;
  available: string;
  total: string;
  unlimited: boolean;
  picture: 'kept' | 'removed';
}

export type ShareFields = Pick<Share, 'type' | 'title' | 'description' | 'available' | 'total'>;

type Problem = 'missing_fields' | 'missing_description';

export function valuesOf(share: Partial<Share> | null): ShareValues {
  const { type = '', title = '', description = '', available = 1, total = 1 } = share ?? {};
  const isUnlimited = total === unlimited;
  return {
    type,
    title,
    description,
    available: String(isUnlimited ? 1 : available),
    total: String(isUnlimited ? 1 : total),
    unlimited: isUnlimited,
    picture: 'kept',
  };
}

/** Returns at least 1; invalid text counts as 1. */
export const totalOf = (typed: string): number => Math.max(1, wholeNumber(typed));

/** Returns 0 to `total`; invalid text counts as 0. */
export const availableOf = (typed: string, total: number): number => Math.min(total, Math.max(0, wholeNumber(typed)));

function wholeNumber(typed: string): number {
  const number = Math.trunc(Number(typed));
  return Number.isFinite(number) ? Math.min(number, 10_000) : 0;
}

/** Returns the offer of the form, or its problems. */
export function readForm(values: ShareValues): FormResult<ShareFields, keyof ShareValues, Problem> {
  const { type, title, description } = values;
  const problems: Partial<Record<keyof ShareValues, Problem>> = {};
  if (title.trim() === '') problems.title = 'missing_fields';
  if (type === '') problems.type = 'missing_fields';
  if (type === 'stuff' && description.trim() === '') problems.description = 'missing_description';
  if (type === '' || Object.keys(problems).length > 0) return { kind: 'wrong', wrong: problems };
  const total = values.unlimited ? unlimited : totalOf(values.total);
  const available = values.unlimited ? unlimited : availableOf(values.available, total);
  return { kind: 'args', args: { type, title: title.trim(), description: description.trim(), available, total } };
}
