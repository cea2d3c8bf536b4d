import { feedbackOptions, readRichFeedback } from '#contract/rules/rich-feedback.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { CommandPresenter } from '#feature-kit/command-presenter.ts';

const contentOf = ({ args }: OutboxEntry): string => (args as { content: string }).content;

export const feedback: CommandPresenter = {
  title: ({ t }) => t('command.feedback.create'),
  refused: ({ t }) => t('feedback_simple.failed'),
  text: ({ t }, entry) => {
    const rich = readRichFeedback(contentOf(entry));
    if (!rich) return contentOf(entry);
    const votes = feedbackOptions.flatMap((option) => {
      const vote = rich.votes[option];
      return vote === null ? [] : [`${t(`feedback.option_${option}`)}: ${t(vote === 1 ? 'feedback.for' : 'feedback.against')}`];
    });
    const rating = rich.rating === 0 ? null : t('feedback.summary_rating', { count: rich.rating });
    return [rating, ...votes, rich.freeText].filter(Boolean).join('\n');
  },
  /** Stars and votes are resent unchanged; text can be edited. */
  edit: ({ t }, entry) => (readRichFeedback(contentOf(entry)) ? null : t('refused.edit')),
  withText: (_entry, content: string) => ({ content }),
  toasts: true,
};
