import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { canonicalCode, type Code } from '#contract/resources/codes.ts';
import { errorText } from '#i18n/errors.ts';
import { Locked } from '#ui/forms/locked.tsx';
import { Switch } from '#ui/forms/fields/switch.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { type FormResult, readFields } from '#ui/forms/form-result.ts';
import type { Form } from '#ui/forms/use-form.ts';

interface CodeValues {
  code: string;
  reusable: boolean;
}

export function valuesOf(row: Partial<Code> | null): CodeValues {
  return { code: row?.code ?? '', reusable: row?.reusable ?? false };
}

/** Reads the form; `isTaken` returns whether another code of the event has this text. */
export function readForm(t: TFunction, values: CodeValues, isTaken: (code: string) => boolean): FormResult<CodeValues, 'code'> {
  const code = canonicalCode(values.code);
  const missing = code === '' && t('event_codes.code_required');
  return readFields({ code: missing || (isTaken(code) && errorText(t, 'code_taken')) }, { ...values, code });
}

interface CodeFieldsProps {
  form: Form<'code'>;
  values: CodeValues;
  usedUp: boolean;
  onChange: (part: Partial<CodeValues>) => void;
}

export function CodeFields({ form, values, usedUp, onChange }: CodeFieldsProps): ReactNode {
  const { t } = useTranslation();
  const field = form.field('code');
  return (
    <>
      <TextField
        {...field}
        readOnly={field.readOnly || (usedUp && !values.reusable)}
        label={t('event_codes.code')}
        value={values.code}
        required
        maxLength={limits.codeLength}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ code: event.target.value })}
      />
      <Locked locked={form.busy}>
        <Switch
          label={t('event_codes.reusable')}
          hint={t(usedUp ? 'event_codes.reusable_again' : 'event_codes.reusable_hint')}
          checked={values.reusable}
          onChange={(reusable) => onChange({ reusable })}
        />
      </Locked>
    </>
  );
}
