import type { DatingRating } from '#contract/resources/dating.ts';
import type { CommandPresenter } from '#feature-kit/command-presenter.ts';

const titles = {
  save: 'command.dating.save',
  add: 'command.dating.add',
  rate: 'command.dating.rate',
  forgetRatings: 'command.dating.forgetRatings',
  forget: 'command.dating.forget',
} as const;
const refusals = {
  save: 'dating.preferences_failed',
  add: 'dating.preferences_failed',
  rate: 'dating.rating_failed',
  forgetRatings: 'dating.delete_error',
  forget: 'dating.delete_error',
} as const;

/** Presents dating commands in lists of unsent commands, without the names of rated people. */
export const dating: CommandPresenter = {
  title: ({ t }, { mutation }) => t(titles[mutation as keyof typeof titles]),
  refused: ({ t }, { mutation }) => t(refusals[mutation as keyof typeof refusals]),
  text: ({ t }, { args }) => {
    const { rating } = args as { rating?: DatingRating };
    return rating === undefined ? null : t(`dating.rated.${rating}`);
  },
  edit: () => null,
  toasts: true,
};
