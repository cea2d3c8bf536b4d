import type { OwnReport } from '../../../contract/resources/own-reports.ts';
import { draftedBy } from '../../commands/command-fields.ts';
import type { CommandPresenter } from '../../feature/command-presenter.ts';
import { reasonText } from '../../i18n/errors.ts';

/** How what somebody reports is shown and mended wherever what is unsent is listed. */
export const ownReports: CommandPresenter = {
  title: ({ t }) => t('command.ownReports.create'),
  refused: ({ t }) => t('report.failed'),
  refusedToast: ({ t }, { lastError }) => reasonText(t, lastError?.code, t('report.failed')),
  text: (_words, entry) => draftedBy<OwnReport>(entry).text ?? '',
  withText: ({ args }, text: string) => ({ ...(args as object), text }),
  edit: ({ t }) => t('refused.edit'),
  toasts: true,
};

/** The same of what organisers decide about reports. */
export const reports: CommandPresenter = {
  title: ({ t }, { mutation }) => t(mutation === 'dismiss' ? 'command.reports.dismiss' : 'command.reports.remove'),
  refused: ({ t }) => t('admin_reports.decide_failed'),
  text: () => null,
  edit: () => null,
  toasts: true,
};
