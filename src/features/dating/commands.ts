import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';

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
export const dating: CommandPresenter<CommandOn<'dating'>> = {
  title: ({ t }, { mutation }) => t(titles[mutation]),
  refused: ({ t }, { mutation }) => t(refusals[mutation]),
  text: ({ t }, { mutation, args }) => (mutation === 'rate' ? t(`dating.rated.${args.rating}`) : null),
  edit: () => null,
  toasts: true,
};
