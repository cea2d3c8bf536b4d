import type { CommandPresenter } from '../../feature-kit/command-presenter.ts';

/** How a calendar link is told wherever what is unsent is listed; the link itself stays out of it. */
export const calendarLinks: CommandPresenter = {
  title: ({ t }, { mutation }) => t(mutation === 'end' ? 'command.calendarLinks.end' : 'command.calendarLinks.renew'),
  refused: ({ t }) => t('calendar_link.save_failed'),
  text: () => null,
  edit: () => null,
  toasts: true,
};
