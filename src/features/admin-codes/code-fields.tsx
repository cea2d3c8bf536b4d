import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { Locked } from '#ui/forms/locked.tsx';
import { Switch } from '#ui/forms/fields/switch.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import type { CodeValues } from './code-values.ts';

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
