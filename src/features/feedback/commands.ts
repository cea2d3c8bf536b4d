import { feedbackOptions, readRichFeedback } from '#contract/rules/rich-feedback.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';

export const feedback: CommandPresenter<CommandOn<'feedback'>> = {
  title: ({ t }) => t('command.feedback.create'),
  refused: ({ t }) => t('feedback_simple.failed'),
  text: ({ t }, { args }) => {
    const rich = readRichFeedback(args.content);
    if (!rich) return args.content;
    const votes = feedbackOptions.flatMap((option) => {
      const vote = rich.votes[option];
      return vote === null ? [] : [`${t(`feedback.option_${option}`)}: ${t(vote === 1 ? 'feedback.for' : 'feedback.against')}`];
    });
    const rating = rich.rating === 0 ? null : t('feedback.summary_rating', { count: rich.rating });
    return [rating, ...votes, rich.freeText].filter(Boolean).join('\n');
  },
  /** Stars and votes are resent unchanged; text can be edited. */
  edit: ({ t }, { args }) => (readRichFeedback(args.content) ? null : t('refused.edit')),
  withText: (_entry, content: string) => ({ content }),
  toasts: true,
};
