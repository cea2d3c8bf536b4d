import type { TFunction } from 'i18next';

interface Words {
  readonly t: TFunction;
}

/** How changes of the notification settings are shown wherever what is unsent is listed. */
export const notificationCommand = {
  title: ({ t }: Words): string => t('command.notifications.save'),
  refused: ({ t }: Words): string => t('notification_update_error'),
  text: (): string | null => null,
  edit: (): string | null => null,
  toasts: true as const,
};
