import { type Announcement, announcements } from '../../../contract/resources/announcements.ts';
import { type Clash, type Fields, merge } from '../../sync/mirror/merge.ts';
import type { Choices } from '../../ui/forms/clash-choices.tsx';
import { changedFields } from '../../ui/forms/row-form.ts';

/** What the form of an announcement holds. */
export interface AnnouncementValues {
  title: string;
  content: string;
  active: boolean;
}

export function valuesOf(row: Announcement | null): AnnouncementValues {
  return { title: row?.title ?? '', content: row?.content ?? '', active: row?.active ?? false };
}

/** What others changed to something else while this form was being filled in. */
export function clashesOf(base: Announcement | null, values: AnnouncementValues, row: Announcement | null): readonly Clash[] {
  return base && row ? merge(announcements, base, { ...base, ...values }, row).clashes : [];
}

/** What is to be sent so that `row` becomes what the person wants: only what differs, with others' changes of other fields kept. */
export function changesOf(
  base: Announcement,
  values: AnnouncementValues,
  row: Announcement,
  choices: Choices,
): Partial<AnnouncementValues> {
  const { yours, clashes } = merge(announcements, base, { ...base, ...values }, row);
  const chosen = clashes.filter(({ key }) => choices[key] === 'yours').map((clash) => clash.yours);
  const wanted = Object.assign({}, yours, ...chosen) as Fields;
  return changedFields(wanted as Partial<AnnouncementValues>, row);
}
