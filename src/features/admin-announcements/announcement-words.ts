import { labelsOf } from '#commands/command-fields.ts';
import type { Announcement } from '#contract/resources/announcements.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';

type WordsOnly = Pick<Words, 't'>;

export const announcementWords = {
  name: (_words: WordsOnly, row: BaseRow): string => (row as Announcement).title,
  label: labelsOf({
    title: 'admin_announcements.title_label',
    content: 'admin_announcements.content',
    active: 'admin_announcements.active',
  }),
  value: ({ t }: WordsOnly, fields: Fields): string => {
    const { title, content, active } = fields as Partial<Announcement>;
    const state = active === undefined ? undefined : t(active ? 'admin_announcements.is_active' : 'admin_announcements.is_inactive');
    return [title, content, state].filter((line) => line !== undefined && line !== '').join('\n');
  },
} satisfies ConflictWords;
