import type { TFunction } from 'i18next';

interface Words {
  readonly t: TFunction;
}

/** How pictures that prove a count are shown wherever what is unsent is listed. */
export const evidenceCommand = {
  title: ({ t }: Words): string => t('command.evidence'),
  refused: ({ t }: Words): string => t('statistic.evidence_failed'),
  text: (): string | null => null,
  edit: (): string | null => null,
  toasts: true as const,
};
