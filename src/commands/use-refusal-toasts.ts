import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeatures } from '#feature-kit/features.tsx';
import { inTrouble } from '#sync/outbox/counts.ts';
import { useLive, useObservable, useSync } from '#sync/react/hooks.tsx';

/** Shows a toast when a command is rejected or gets in conflict, on any screen. */
export function useRefusalToasts(): void {
  const { t, i18n } = useTranslation();
  const features = useFeatures();
  // Pending commands are excluded: there may be thousands, and each tap adds one.
  const troubles = useLive((db) => inTrouble(db).sortBy('seq'), []);
  // The forms of these show the result themselves.
  const awaited = useObservable(useSync().awaited);
  // Commands rejected before the start are counted in the header, and are not shown again.
  const told = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!troubles) return;
    const untold = troubles.filter(({ seq }) => !awaited.has(seq));
    const known = told.current;
    told.current = new Set(untold.map(({ key }) => key));
    if (!known) return;
    const fresh = untold.filter(({ key }) => !known.has(key));
    // If the texts cannot be loaded now, the count in the header remains.
    if (fresh.length > 0)
      void import('./tell-refusals.ts').then(({ tellRefusals }) => tellRefusals(fresh, features, t, i18n.language)).catch(() => undefined);
  }, [troubles, awaited, features, t, i18n]);
}
