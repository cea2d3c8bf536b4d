import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import type { ShareType } from '#contract/resources/shares.ts';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import type { Form } from '#ui/forms/use-form.ts';
import { availableOf, type ShareValues, totalOf } from './share-form-values.ts';
import styles from './share-form.module.css';

interface ShareFieldsProps {
  form: Form<keyof ShareValues>;
  type: ShareType;
  values: ShareValues;
  onChange: (part: Partial<ShareValues>) => void;
}

export function ShareFields({ form, type, values, onChange }: ShareFieldsProps): ReactNode {
  const { t } = useTranslation();
  const total = totalOf(values.total);
  // Corrects an invalid or out-of-range number to the nearest valid one.
  const settle = (): void => onChange({ total: String(total), available: String(availableOf(values.available, total)) });
  const amount = (name: 'available' | 'total') => ({
    ...form.field(name),
    type: 'number',
    inputMode: 'numeric' as const,
    disabled: values.unlimited,
    value: values.unlimited ? '' : values[name],
    onBlur: settle,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <TextField
        {...form.field('title')}
        label={t(`sharing.add.title_${type}`)}
        value={values.title}
        required
        maxLength={limits.titleLength}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <div className={styles.amounts}>
        <TextField {...amount('total')} label={t(`sharing.add.total_${type}`)} min={1} max={limits.shared} />
        <TextField {...amount('available')} label={t(`sharing.add.available_${type}`)} min={0} max={total} />
      </div>
      <label className={styles.unlimited}>
        <input
          type="checkbox"
          name="unlimited"
          checked={values.unlimited}
          onChange={(event) => onChange({ unlimited: event.target.checked })}
        />
        {t('sharing.add.unlimited')}
      </label>
      <TextArea
        {...form.field('description')}
        label={t(type === 'stuff' ? 'sharing.add.description' : 'sharing.add.note')}
        value={values.description}
        maxLength={limits.descriptionLength}
        onChange={(description) => onChange({ description })}
      />
    </>
  );
}
