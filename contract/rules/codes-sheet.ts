import { wellFormed } from '../fields.ts';
import type { Code } from '../resources/codes.ts';

/** A code in the list of organisers; `user` is the person who used it up, while they are a member. */
export interface ListedCode extends Omit<Code, 'usedBy' | 'turnedAway'> {
  readonly user: { readonly email: string } | null;
}

export interface SheetWords {
  readonly code: string;
  readonly used: string;
  readonly reusable: string;
  readonly user: string;
  readonly yes: string;
  readonly no: string;
}

export const codesFile = (eventId: number): string => `event-codes-${eventId}.xlsx`;

/** Returns the rows of the spreadsheet of an event's codes, all text, headings first. */
export function codesSheet(codes: readonly ListedCode[], words: SheetWords): string[][] {
  const yesOrNo = (is: boolean): string => (is ? words.yes : words.no);
  return [
    [words.code, words.used, words.reusable, words.user],
    ...codes.map(({ code, used, reusable, user }) => [code, yesOrNo(used), yesOrNo(reusable), user?.email ?? '']),
  ].map((row) => row.map(harmless));
}

/** Characters that XML 1.0 does not allow. */
// oxlint-disable-next-line no-control-regex -- just those are meant
const unwritable = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g;

/** Returns a cell that no program takes for a formula (OWASP, CSV injection): a leading apostrophe marks text. */
export function harmless(cell: string): string {
  const text = wellFormed(cell).replaceAll(unwritable, '');
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}
