import { draftedBy } from '#commands/command-fields.ts';
import { meetupIn } from '#contract/resources/attendances.ts';
import type { Meetup } from '#contract/resources/meetups.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const Form = lazyComponent(async () => (await import('./form/resend-form.tsx')).ResendForm, 'part');

export const meetups: CommandPresenter<CommandOn<'meetups'>> = {
  title: ({ t }, entry) => t(entry.mutation === 'create' ? 'command.meetups.create' : 'command.meetups.remove'),
  refused: ({ t }, entry) => t(entry.mutation === 'create' ? 'meetup_create.failed' : 'meetup.delete_failed'),
  text: ({ formats }, entry) => {
    const { title, description, startDate, place } = draftedBy(entry);
    if (entry.mutation !== 'create') return title ?? null;
    return [title, startDate && formats.dateTime(startDate), place, description].filter(Boolean).join('\n');
  },
  edit: ({ t }, entry) => (entry.mutation === 'create' ? t('refused.edit') : null),
  Form,
  toasts: true,
};

export const attendances: CommandPresenter<CommandOn<'attendances'>> = {
  rows: async (db, { id }) => {
    const meetup = await db.mirror('meetups').get(meetupIn(id));
    return meetup ? [meetup] : [];
  },
  title: ({ t }, { mutation }) => t(mutation === 'join' ? 'command.attendances.join' : 'command.attendances.leave'),
  refused: ({ t }, { mutation }) => t(mutation === 'join' ? 'attendance.join_failed' : 'attendance.leave_failed'),
  text: ({ rows = [] }) => (rows[0] as Meetup | undefined)?.title ?? null,
  edit: () => null,
  toasts: true,
};
