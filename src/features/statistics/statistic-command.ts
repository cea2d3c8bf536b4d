import type { TFunction } from 'i18next';
import type { OutboxEntry } from '../../db/records.ts';
import { errorText } from '../../i18n/errors.ts';

interface Words {
  readonly t: TFunction;
}

/** How counts are shown wherever what is unsent is listed. */
export const statisticCommand = {
  title: ({ t }: Words): string => t('command.userStatistics.count'),
  refused: ({ t }: Words, { lastError }: OutboxEntry): string =>
    t('statistic.update_error', { error: errorText(t, lastError?.code ?? 'internal') }),
  text: (_words: Words, { args }: OutboxEntry): string | null => ((args as { change?: number }).change === -1 ? '−1' : '+1'),
  edit: (): string | null => null,
  toasts: true as const,
};
