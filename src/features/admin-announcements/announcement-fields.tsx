import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import type { Announcement } from '#contract/resources/announcements.ts';
import { TextArea } from '#ui/forms/fields/text-area.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { type FormResult, readFields } from '#ui/forms/form-result.ts';
import type { Form } from '#ui/forms/use-form.ts';

export interface AnnouncementValues {
  title: string;
  content: string;
}

export function valuesOf(row: Partial<Announcement> | null): AnnouncementValues {
  return { title: row?.title ?? '', content: row?.content ?? '' };
}

export function readForm(t: TFunction, values: AnnouncementValues): FormResult<AnnouncementValues, 'title' | 'content'> {
  const title = values.title.trim();
  return readFields({ title: title === '' && t('admin_announcements.missing_title') }, { title, content: values.content });
}

interface AnnouncementFieldsProps {
  form: Form<'title' | 'content'>;
  values: AnnouncementValues;
  onChange: (part: Partial<AnnouncementValues>) => void;
}

export function AnnouncementFields({ form, values, onChange }: AnnouncementFieldsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        {...form.field('title')}
        label={t('admin_announcements.title_label')}
        value={values.title}
        required
        maxLength={limits.titleLength}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextArea
        {...form.field('content')}
        label={t('admin_announcements.content')}
        value={values.content}
        maxLength={limits.textLength}
        onChange={(content) => onChange({ content })}
      />
    </>
  );
}
