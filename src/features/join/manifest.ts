import type { Feature } from '../../feature/feature.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.tsx';

const JoinOverlay = lazyComponent(async () => (await import('./join-overlay.tsx')).JoinOverlay, 'over');

export const join: Feature = {
  name: 'join',
  places: { join: JoinOverlay },
};
