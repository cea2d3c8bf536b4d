import type { TFunction } from 'i18next';
import type { OutboxEntry } from '../../db/records.ts';
import type { Formats } from '../../i18n/formats.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.tsx';
import type { CreateArgs } from './meetup-form-values.ts';

interface Words {
  readonly t: TFunction;
  readonly formats: Formats;
}

const Form = lazyComponent(async () => (await import('./resend-form.tsx')).ResendForm, 'part');

const isCreate = ({ mutation }: OutboxEntry): boolean => mutation === 'create';

/** How commands on meetups are shown and mended wherever what is unsent is listed. */
export const meetupCommand = {
  title: ({ t }: Words, entry: OutboxEntry): string => t(isCreate(entry) ? 'command.meetups.create' : 'command.meetups.remove'),
  refused: ({ t }: Words, entry: OutboxEntry): string => t(isCreate(entry) ? 'meetup_create.failed' : 'meetup.delete_failed'),
  text: ({ formats }: Words, entry: OutboxEntry): string | null => {
    const { title, description, startDate } = { ...(entry.base as Partial<CreateArgs> | null), ...(entry.args as Partial<CreateArgs>) };
    if (!isCreate(entry)) return title ?? null;
    return [title, startDate && formats.dateTime(startDate), description].filter(Boolean).join('\n');
  },
  edit: ({ t }: Words, entry: OutboxEntry): string | null => (isCreate(entry) ? t('refused.edit') : null),
  Form,
  toasts: true as const,
};
