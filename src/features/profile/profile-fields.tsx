import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import type { ProfileValues } from './profile-form.ts';

type Field = Exclude<keyof ProfileValues, 'picture'>;

const inputs: Record<Field, Partial<ComponentProps<typeof TextField>>> = {
  name: { autoComplete: 'name', maxLength: limits.titleLength },
  email: { type: 'email', autoComplete: 'email', maxLength: limits.emailLength, required: true },
  whatsapp: { type: 'tel', autoComplete: 'tel', maxLength: limits.titleLength },
  instagram: { autoCapitalize: 'none', spellCheck: false, maxLength: limits.titleLength },
  linkedin: { autoCapitalize: 'none', spellCheck: false, maxLength: limits.titleLength },
};

interface ProfileFieldsProps {
  form: Form<Field>;
  fields: readonly Field[];
  values: ProfileValues;
  onChange: (part: Partial<ProfileValues>) => void;
}

export function ProfileFields({ form, fields, values, onChange }: ProfileFieldsProps): ReactNode {
  const { t } = useTranslation();
  return fields.map((field) => (
    <TextField
      key={field}
      {...inputs[field]}
      label={t(`profile.${field}`)}
      {...(field === 'email' || field === 'whatsapp' ? { hint: t(`profile.${field}_hint`) } : {})}
      {...form.field(field)}
      value={values[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  ));
}
