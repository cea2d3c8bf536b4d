import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';

export const notifications: CommandPresenter<CommandOn<'notifications'>> = {
  title: ({ t }) => t('command.notifications.save'),
  refused: ({ t }) => t('notification_update_error'),
  text: () => null,
  edit: () => null,
  toasts: true,
};
