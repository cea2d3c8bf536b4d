import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatsFor } from '../i18n/formats.ts';
import { useOutbox } from '../sync/hooks.tsx';
import { toast } from '../ui/toasts.ts';
import { presenters } from './commands.tsx';

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
    const words = { t, formats: formatsFor({ dateLocale: 'auto', timeZone: 'UTC' }, i18n.language) };
    const fresh = troubled.filter(({ key, resource }) => !known.has(key) && presenters[resource]?.toasts);
    const refused = fresh.filter(({ state }) => state === 'refused');
    const conflicts = fresh.length - refused.length;
    // What came at once is said once.
    for (const text of new Set(refused.map((entry) => presenters[entry.resource]?.refused(words, entry) ?? ''))) toast(text, 'error');
    if (conflicts > 0) toast(t('conflict.toast', { count: conflicts }), 'error');
  }, [outbox, t, i18n]);
}
