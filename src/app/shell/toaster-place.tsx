import type { ReactNode } from 'react';
import { useObservable } from '#sync/react/hooks.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { toasterWanted } from '#ui/overlays/toasts.ts';

const LazyToaster = lazyComponent(async () => (await import('#ui/overlays/toaster.tsx')).Toaster, 'silent');

export const preloadToaster = LazyToaster.preload;

/** The container of toasts; nothing until the first message. */
export function Toaster(): ReactNode {
  return useObservable(toasterWanted) && <LazyToaster />;
}
