import type { TFunction } from 'i18next';
import type { OutboxEntry } from '#db/records.ts';
import type { Feature } from '#feature-kit/feature.ts';
import { formatsFor } from '#i18n/formats.ts';
import { toast } from '#ui/overlays/toasts.ts';
import { presenterOf, presentersOf } from './presenters.ts';

/** Shows toasts for rejected commands and conflicts; several at once become one toast. */
export async function toastRefusals(
  entries: readonly OutboxEntry[],
  features: readonly Feature[],
  t: TFunction,
  language: string,
): Promise<void> {
  const presenters = await presentersOf(features);
  const words = { t, formats: formatsFor({ dateLocale: 'auto', timeZone: 'UTC' }, language) };
  const loud = entries.filter((entry) => presenterOf(presenters, entry).toasts);
  const refused = loud.filter(({ state }) => state === 'refused');
  const conflicts = loud.length - refused.length;
  const textOf = (entry: OutboxEntry): string => {
    const presenter = presenterOf(presenters, entry);
    return presenter.refusedToast?.(words, entry) ?? presenter.refused(words, entry);
  };
  for (const text of new Set(refused.map(textOf))) toast(text, 'error');
  if (conflicts > 0) toast(t('conflict.toast', { count: conflicts }), 'error');
}
