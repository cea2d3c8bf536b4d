import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeatures } from '../feature-kit/features.tsx';
import { inTrouble } from '../sync/outbox/counts.ts';
import { useLive, useObservable, useSync } from '../sync/react/hooks.tsx';

/** Says it when something is refused, or turns out to stand against somebody else's change, wherever the person is by then. */
export function useRefusalToasts(): void {
  const { t, i18n } = useTranslation();
  const features = useFeatures();
  // Not those that wait: there may be thousands, and each tap adds one.
  const troubles = useLive((db) => inTrouble(db).sortBy('seq'), []);
  // Their forms say it themselves.
  const awaited = useObservable(useSync().awaited);
  // What was so when the app was opened is in the header's count, and is not said again.
  const told = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!troubles) return;
    const untold = troubles.filter(({ seq }) => !awaited.has(seq));
    const known = told.current;
    told.current = new Set(untold.map(({ key }) => key));
    if (!known) return;
    const fresh = untold.filter(({ key }) => !known.has(key));
    // Whose words cannot be loaded now is told by the header's count.
    if (fresh.length > 0)
      void import('./tell-refusals.ts').then(({ tellRefusals }) => tellRefusals(fresh, features, t, i18n.language)).catch(() => undefined);
  }, [troubles, awaited, features, t, i18n]);
}
