import { draftedBy } from '#commands/command-fields.ts';
import { meetupOfAttendance } from '#contract/rules/own-rows.ts';
import type { Meetup } from '#contract/resources/meetups.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const Form = lazyComponent(async () => (await import('./form/resend-form.tsx')).ResendForm, 'part');

const titles = { create: 'command.meetups.create', edit: 'command.meetups.edit', remove: 'command.meetups.remove' } as const;
const refusals = { create: 'meetup_create.failed', edit: 'meetup.change_failed', remove: 'meetup.delete_failed' } as const;

export const meetups: CommandPresenter<CommandOn<'meetups'>> = {
  title: ({ t }, { mutation }) => t(titles[mutation]),
  refused: ({ t }, { mutation }) => t(refusals[mutation]),
  text: ({ formats }, entry) => {
    const { title, description, startDate, place } = draftedBy(entry);
    if (entry.mutation === 'remove') return title ?? null;
    return [title, startDate && formats.dateTime(startDate), place, description].filter(Boolean).join('\n');
  },
  edit: ({ t }, { mutation }) => (mutation === 'remove' ? null : t('refused.edit')),
  Form,
  toasts: true,
};

const answers = {
  join: { title: 'command.attendances.join', refused: 'attendance.join_failed' },
  leave: { title: 'command.attendances.leave', refused: 'attendance.leave_failed' },
  remind: { title: 'command.attendances.remind', refused: 'attendance.remind_failed' },
} as const;

export const attendances: CommandPresenter<CommandOn<'attendances'>> = {
  rows: async (db, { id }) => {
    const meetup = await db.mirror('meetups').get(meetupOfAttendance(id));
    return meetup ? [meetup] : [];
  },
  title: ({ t }, { mutation }) => t(answers[mutation].title),
  refused: ({ t }, { mutation }) => t(answers[mutation].refused),
  text: ({ rows = [] }) => (rows[0] as Meetup | undefined)?.title ?? null,
  edit: () => null,
  toasts: true,
};
