import type { TFunction } from 'i18next';
import type { Announcement } from '#contract/resources/announcements.ts';
import { type Reading, readFields } from '#ui/forms/reading.ts';

export interface AnnouncementValues {
  title: string;
  content: string;
}

export function valuesOf(row: Partial<Announcement> | null): AnnouncementValues {
  return { title: row?.title ?? '', content: row?.content ?? '' };
}

export function readForm(t: TFunction, values: AnnouncementValues): Reading<AnnouncementValues, 'title' | 'content'> {
  const title = values.title.trim();
  return readFields({ title: title === '' && t('admin_announcements.missing_title') }, { title, content: values.content });
}
