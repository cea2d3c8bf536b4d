import type { BaseRow } from '#contract/resource.ts';
import type { FaqEntry } from '#contract/resources/faq-entries.ts';
import type { ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';

type WordsOnly = Pick<Words, 't'>;

const labels = { question: 'admin_faq.question', answer: 'admin_faq.answer' } as const;

export const faqWords = {
  name: (_words: WordsOnly, row: BaseRow): string => (row as FaqEntry).question,
  label: ({ t }: WordsOnly, key: string): string => (key in labels ? t(labels[key as keyof typeof labels]) : key),
  value: (_words: WordsOnly, fields: Fields): string => {
    const { question, answer } = fields as Partial<FaqEntry>;
    return [question, answer].filter(Boolean).join('\n');
  },
} satisfies ConflictWords;
