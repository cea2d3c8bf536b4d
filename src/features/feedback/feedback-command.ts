import type { TFunction } from 'i18next';
import { feedbackOptions, readRichFeedback } from '../../../contract/rich-feedback.ts';
import type { OutboxEntry } from '../../db/records.ts';

interface Words {
  readonly t: TFunction;
}

const contentOf = ({ args }: OutboxEntry): string => (args as { content: string }).content;

/** How feedback is shown and mended wherever what is unsent is listed. */
export const feedbackCommand = {
  title: ({ t }: Words): string => t('command.feedback.create'),
  refused: ({ t }: Words, entry: OutboxEntry): string =>
    t(readRichFeedback(contentOf(entry)) ? 'feedback.error' : 'feedback_simple.failed'),
  text: ({ t }: Words, entry: OutboxEntry): string | null => {
    const rich = readRichFeedback(contentOf(entry));
    if (!rich) return contentOf(entry);
    const votes = feedbackOptions.flatMap((option) => {
      const vote = rich.votes[option];
      return vote === null ? [] : [`${t(`feedback.option_${option}`)}: ${t(vote === 1 ? 'feedback.for' : 'feedback.against')}`];
    });
    const rating = rich.rating === 0 ? null : t('feedback.summary_rating', { count: rich.rating });
    return [rating, ...votes, rich.freeText].filter(Boolean).join('\n');
  },
  /** Stars and votes go again as they are; text may be changed before. */
  edit: ({ t }: Words, entry: OutboxEntry): string | null => (readRichFeedback(contentOf(entry)) ? null : t('refused.edit')),
  withText: (_entry: OutboxEntry, content: string): unknown => ({ content }),
  toasts: true as const,
};
