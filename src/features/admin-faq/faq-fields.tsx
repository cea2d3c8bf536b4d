import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import type { FaqEntry } from '#contract/resources/faq-entries.ts';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { type FormResult, readFields } from '#ui/forms/form-result.ts';
import type { Form } from '#ui/forms/use-form.ts';

export interface FaqValues {
  question: string;
  answer: string;
}

export const valuesOf = (row: Partial<FaqEntry> | null): FaqValues => ({ question: row?.question ?? '', answer: row?.answer ?? '' });

export function readForm(t: TFunction, values: FaqValues): FormResult<FaqValues, keyof FaqValues> {
  const [question, answer] = [values.question.trim(), values.answer.trim()];
  return readFields(
    { question: question === '' && t('admin_faq.missing_question'), answer: answer === '' && t('admin_faq.missing_answer') },
    { question, answer },
  );
}

interface FaqFieldsProps {
  form: Form<keyof FaqValues>;
  values: FaqValues;
  onChange: (part: Partial<FaqValues>) => void;
}

export function FaqFields({ form, values, onChange }: FaqFieldsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        {...form.field('question')}
        label={t('admin_faq.question')}
        value={values.question}
        required
        maxLength={limits.titleLength}
        onChange={(event) => onChange({ question: event.target.value })}
      />
      <TextArea
        {...form.field('answer')}
        label={t('admin_faq.answer')}
        value={values.answer}
        required
        maxLength={limits.answerLength}
        onChange={(answer) => onChange({ answer })}
      />
    </>
  );
}
