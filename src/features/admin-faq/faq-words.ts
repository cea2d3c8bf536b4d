import { labelsOf } from '#commands/command-fields.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { FaqEntry } from '#contract/resources/faq-entries.ts';
import type { ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';

type WordsOnly = Pick<Words, 't'>;

export const faqWords = {
  name: (_words: WordsOnly, row: BaseRow): string => (row as FaqEntry).question,
  label: labelsOf({ question: 'admin_faq.question', answer: 'admin_faq.answer' }),
  value: (_words: WordsOnly, fields: Fields): string => {
    const { question, answer } = fields as Partial<FaqEntry>;
    return [question, answer].filter(Boolean).join('\n');
  },
} satisfies ConflictWords;
