import { draftedBy } from '#commands/command-fields.ts';
import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { reasonText } from '#i18n/errors.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const Form = lazyComponent(async () => (await import('./resend-form.tsx')).ResendForm, 'part');

/** Presents reports of this person in lists of unsent commands. Only a report that needs a text can be edited. */
export const ownReports: CommandPresenter<CommandOn<'ownReports'>> = {
  title: ({ t }) => t('command.ownReports.create'),
  refused: ({ t }) => t('report.failed'),
  refusedToast: ({ t }, { lastError }) => reasonText(t, lastError?.code, t('report.failed')),
  text: ({ t }, entry) => {
    const { resource, seen, reason, text } = draftedBy(entry);
    const thing = [resource && t(`admin_reports.what.${resource}`), seen?.title || seen?.text].filter(Boolean).join(': ');
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
