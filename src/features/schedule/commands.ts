import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';

/** Presents changes of the calendar link in lists of unsent commands without the secret. */
export const calendarLinks: CommandPresenter<CommandOn<'calendarLinks'>> = {
  title: ({ t }, { mutation }) => t(mutation === 'end' ? 'command.calendarLinks.end' : 'command.calendarLinks.renew'),
  refused: ({ t }) => t('calendar_link.save_failed'),
  text: () => null,
  edit: () => null,
  toasts: true,
};
