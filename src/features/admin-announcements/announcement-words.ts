import type { Announcement } from '#contract/resources/announcements.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';

type WordsOnly = Pick<Words, 't'>;

const labels = {
  title: 'admin_announcements.title_label',
  content: 'admin_announcements.content',
  active: 'admin_announcements.active',
} as const;

export const announcementWords = {
  name: (_words: WordsOnly, row: BaseRow): string => (row as Announcement).title,
  label: ({ t }: WordsOnly, key: string): string => (key in labels ? t(labels[key as keyof typeof labels]) : key),
  value: ({ t }: WordsOnly, fields: Fields): string => {
    const { title, content, active } = fields as Partial<Announcement>;
    const state = active === undefined ? undefined : t(active ? 'admin_announcements.is_active' : 'admin_announcements.is_inactive');
    return [title, content, state].filter((line) => line !== undefined && line !== '').join('\n');
  },
} satisfies ConflictWords;
