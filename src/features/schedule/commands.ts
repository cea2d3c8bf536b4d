import { draftedBy } from '#commands/command-fields.ts';
import { markedEntryIn } from '#contract/resources/marks.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const Form = lazyComponent(async () => (await import('./mine/resend-form.tsx')).ResendForm, 'part');

/** Presents changes of a calendar link in lists of unsent commands without the secret. */
export const calendarLinks: CommandPresenter<CommandOn<'calendarLinks'>> = {
  title: ({ t }, { mutation }) => t(mutation === 'end' ? 'command.calendarLinks.end' : 'command.calendarLinks.renew'),
  refused: ({ t }) => t('calendar_link.save_failed'),
  text: () => null,
  edit: () => null,
  toasts: true,
};

export const agendaLinks: CommandPresenter<CommandOn<'agendaLinks'>> = {
  ...calendarLinks,
  title: ({ t }, { mutation }) => t(mutation === 'end' ? 'command.agendaLinks.end' : 'command.agendaLinks.renew'),
};

export const marks: CommandPresenter<CommandOn<'marks'>> = {
  rows: async (db, { id }) => {
    const entry = await db.mirror('schedule').get(markedEntryIn(id));
    return entry ? [entry] : [];
  },
  title: ({ t }, { args }) => t(args.note === undefined ? 'command.marks.mark' : 'command.marks.note'),
  refused: ({ t }) => t('agenda.mark_failed'),
  text: ({ rows = [] }, { args }) => args.note ?? (rows[0] as ScheduleEntry | undefined)?.title ?? null,
  edit: () => null,
  toasts: true,
};

const titles = { create: 'command.ownEntries.create', edit: 'command.ownEntries.edit', remove: 'command.ownEntries.remove' } as const;
const refusals = {
  create: 'agenda.entry_create_failed',
  edit: 'agenda.entry_change_failed',
  remove: 'agenda.entry_remove_failed',
} as const;

export const ownEntries: CommandPresenter<CommandOn<'ownEntries'>> = {
  title: ({ t }, { mutation }) => t(titles[mutation]),
  refused: ({ t }, { mutation }) => t(refusals[mutation]),
  text: ({ formats }, entry) => {
    const { title, startDate, place, note } = draftedBy(entry);
    return [title, startDate && formats.dateTime(startDate), place, note].filter(Boolean).join('\n');
  },
  edit: ({ t }, { mutation }) => (mutation === 'remove' ? null : t('refused.edit')),
  Form,
  toasts: true,
};
