import type { Manifest } from '../../feature/feature.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.tsx';

const JoinOverlay = lazyComponent(async () => (await import('./join-overlay.tsx')).JoinOverlay, 'over');

export const join: Manifest = {
  places: { join: JoinOverlay },
};
