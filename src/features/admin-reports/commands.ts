import { draftedBy } from '#commands/command-fields.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { mentionsIn, withNames } from '#contract/rules/mentions.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { reasonText } from '#i18n/errors.ts';
import { peopleOf } from '#sync/mirror/people.ts';
import { personName } from '#ui/people/person-name.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const Form = lazyComponent(async () => (await import('./resend-form.tsx')).ResendForm, 'part');

/** Presents reports of this person in lists of unsent commands. Only a report that needs a text can be edited. */
export const ownReports: CommandPresenter<CommandOn<'ownReports'>> = {
  title: ({ t }) => t('command.ownReports.create'),
  refused: ({ t }) => t('report.failed'),
  refusedToast: ({ t }, { lastError }) => reasonText(t, lastError?.code, t('report.failed')),
  rows: async (db, entry) => [...(await peopleOf(db, entry.eventId, mentionsIn(draftedBy(entry).seen?.text ?? ''))).values()],
  text: ({ t, rows = [] }, entry) => {
    const { resource, seen, reason, text } = draftedBy(entry);
    const nameOf = (userId: number): string =>
      personName(
        t,
        (rows as readonly Participant[]).find((person) => person.userId === userId),
      );
    const words = resource === 'posts' ? withNames(seen?.text ?? '', nameOf) : seen?.text;
    const thing = [resource && t(`admin_reports.what.${resource}`), seen?.title || words].filter(Boolean).join(': ');
    return [thing, reason && t(`report.reasons.${reason}`), text].filter(Boolean).join('\n');
  },
  edit: ({ t }, entry) => (draftedBy(entry).reason === 'other' ? t('refused.edit') : null),
  Form,
  toasts: true,
};

export const reports: CommandPresenter<CommandOn<'reports'>> = {
  title: ({ t }, { mutation }) => t(mutation === 'dismiss' ? 'command.reports.dismiss' : 'command.reports.remove'),
  refused: ({ t }) => t('admin_reports.decide_failed'),
  text: () => null,
  edit: () => null,
  toasts: true,
};
