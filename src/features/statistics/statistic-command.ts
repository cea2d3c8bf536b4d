import type { CommandPresenter } from '../../feature/command-presenter.ts';
import { errorText } from '../../i18n/errors.ts';

/** How counts are shown wherever what is unsent is listed. */
export const statisticCommand: CommandPresenter = {
  title: ({ t }) => t('command.userStatistics.count'),
  refused: ({ t }, { lastError }) => t('statistic.update_error', { error: errorText(t, lastError?.code ?? 'internal') }),
  text: (_words, { args }) => ((args as { change?: number }).change === -1 ? '−1' : '+1'),
  edit: () => null,
  toasts: true,
};
