import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxEntry } from '../db/records.ts';
import type { Words } from '../features/not-sent/command-presenter.ts';
import { formatsFor } from '../i18n/formats.ts';
import { useOutbox } from '../sync/hooks.tsx';
import { toast } from '../ui/toasts.ts';

/** Says it when something is refused, or turns out to stand against somebody else's change, wherever the person is by then. */
export function useRefusalToasts(): void {
  const { t, i18n } = useTranslation();
  const outbox = useOutbox();
  // What was so when the app was opened is in the header's count, and is not said again.
  const told = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!outbox) return;
    const troubled = outbox.filter(({ state }) => state !== 'waiting');
    const known = told.current;
    told.current = new Set(troubled.map(({ key }) => key));
    if (!known) return;
    const fresh = troubled.filter(({ key }) => !known.has(key));
    const words = { t, formats: formatsFor({ dateLocale: 'auto', timeZone: 'UTC' }, i18n.language) };
    // Whose words cannot be loaded now is told by the header's count.
    if (fresh.length > 0) void tell(fresh, words).catch(() => undefined);
  }, [outbox, t, i18n]);
}

/** What came at once is said once. */
async function tell(entries: readonly OutboxEntry[], words: Words): Promise<void> {
  const { presenters } = await import('./presenters.ts');
  const loud = entries.filter(({ resource }) => presenters[resource]?.toasts);
  const refused = loud.filter(({ state }) => state === 'refused');
  const conflicts = loud.length - refused.length;
  const textOf = (entry: OutboxEntry): string => {
    const presenter = presenters[entry.resource];
    return presenter?.refusedToast?.(words, entry) ?? presenter?.refused(words, entry) ?? '';
  };
  for (const text of new Set(refused.map(textOf))) toast(text, 'error');
  if (conflicts > 0) toast(words.t('conflict.toast', { count: conflicts }), 'error');
}
