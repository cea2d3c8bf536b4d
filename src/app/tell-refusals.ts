import type { TFunction } from 'i18next';
import type { OutboxEntry } from '../db/records.ts';
import { formatsFor } from '../i18n/formats.ts';
import { toast } from '../ui/over/toasts.ts';
import { presenters } from './presenters.ts';

/** Says what was refused, and what stands against somebody else's change; what came at once is said once. */
export function tellRefusals(entries: readonly OutboxEntry[], t: TFunction, language: string): void {
  const words = { t, formats: formatsFor({ dateLocale: 'auto', timeZone: 'UTC' }, language) };
  const loud = entries.filter(({ resource }) => presenters[resource]?.toasts);
  const refused = loud.filter(({ state }) => state === 'refused');
  const conflicts = loud.length - refused.length;
  const textOf = (entry: OutboxEntry): string => {
    const presenter = presenters[entry.resource];
    return presenter?.refusedToast?.(words, entry) ?? presenter?.refused(words, entry) ?? '';
  };
  for (const text of new Set(refused.map(textOf))) toast(text, 'error');
  if (conflicts > 0) toast(t('conflict.toast', { count: conflicts }), 'error');
}
