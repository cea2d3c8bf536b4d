import type { CommandOn, CommandPresenter } from '#feature-kit/command-presenter.ts';
import { errorText } from '#i18n/errors.ts';
import { CommandPicture } from '#pictures/command-picture.tsx';

export const userStatistics: CommandPresenter<CommandOn<'userStatistics'>> = {
  title: ({ t }) => t('command.userStatistics.count'),
  refused: ({ t }, { lastError }) => t('statistic.update_error', { error: errorText(t, lastError?.code ?? 'internal') }),
  text: (_words, { args }) => (args.change === -1 ? '−1' : '+1'),
  edit: () => null,
  toasts: true,
};

export const evidence: CommandPresenter<CommandOn<'evidence'>> = {
  title: ({ t }, entry) => t(entry.mutation === 'create' ? 'command.evidence.create' : 'command.evidence.remove'),
  refused: ({ t }, entry) => t(entry.mutation === 'create' ? 'statistic.evidence_failed' : 'statistic.evidence_delete_error'),
  text: () => null,
  edit: () => null,
  Picture: CommandPicture,
  toasts: true,
};
