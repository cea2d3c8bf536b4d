import type { TFunction } from 'i18next';
import { canonicalCode, type Code } from '#contract/resources/codes.ts';
import { errorText } from '#i18n/errors.ts';
import { type Reading, readFields } from '#ui/forms/reading.ts';

export interface CodeValues {
  code: string;
  reusable: boolean;
}

export function valuesOf(row: Partial<Code> | null): CodeValues {
  return { code: row?.code ?? '', reusable: row?.reusable ?? false };
}

/** Reads the form; `isTaken` returns whether another code of the event has this text. */
export function readForm(t: TFunction, values: CodeValues, isTaken: (code: string) => boolean): Reading<CodeValues, 'code'> {
  const code = canonicalCode(values.code);
  const missing = code === '' && t('event_codes.code_required');
  return readFields({ code: missing || (isTaken(code) && errorText(t, 'code_taken')) }, { ...values, code });
}
