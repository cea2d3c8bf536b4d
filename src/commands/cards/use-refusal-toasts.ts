import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeatures } from '#feature-kit/features.tsx';
import { needingAttention } from '#sync/outbox/counts.ts';
import { useLive, useObservable, useSync } from '#sync/react/hooks.tsx';

/** Shows a toast when a command is rejected or gets in conflict, on any screen. */
export function useRefusalToasts(): void {
  const { t, i18n } = useTranslation();
  const features = useFeatures();
  // Pending commands are excluded: there may be thousands, and each tap adds one.
  const troubles = useLive((db) => needingAttention(db).sortBy('seq'), []);
  // The forms of these show the result themselves.
  const awaited = useObservable(useSync().awaited);
  // Commands rejected before the start are counted in the header, and are not shown again.
  const shown = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!troubles) return;
    const unshown = troubles.filter(({ seq }) => !awaited.has(seq));
    const known = shown.current;
    shown.current = new Set(unshown.map(({ key }) => key));
    if (!known) return;
    const fresh = unshown.filter(({ key }) => !known.has(key));
    // If the texts cannot be loaded now, the count in the header remains.
    if (fresh.length > 0)
      void import('./toast-refusals.ts')
        .then(({ toastRefusals }) => toastRefusals(fresh, features, t, i18n.language))
        .catch(() => undefined);
  }, [troubles, awaited, features, t, i18n]);
}
