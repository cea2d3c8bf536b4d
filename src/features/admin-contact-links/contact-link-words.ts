import { labelsOf } from '#commands/command-fields.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { ContactLinkBlock } from '#contract/resources/contact-links.ts';
import type { ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';

type WordsOnly = Pick<Words, 't'>;

export const contactLinkWords = {
  name: (_words: WordsOnly, row: BaseRow): string => (row as ContactLinkBlock).title,
  label: labelsOf({
    title: 'contact_links.title_label',
    subtitle: 'contact_links.subtitle',
    links: 'contact_links.links',
  }),
  value: (_words: WordsOnly, fields: Fields): string => {
    const { title, subtitle, links = [] } = fields as Partial<ContactLinkBlock>;
    return [title, subtitle, ...links.map(({ name, url }) => `${name}: ${url}`)].filter(Boolean).join('\n');
  },
} satisfies ConflictWords;
