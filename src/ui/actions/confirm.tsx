import type { ReactNode } from 'react';
import type { ConfirmProps } from './confirm-dialog.tsx';
import { lazyComponent } from '../loading/lazy-component.tsx';

const ConfirmDialog = lazyComponent(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog, 'over');

export const preloadConfirm = ConfirmDialog.preload;

/** Asks before an irreversible action. Render it while the question is open. */
export function Confirm(props: ConfirmProps): ReactNode {
  return <ConfirmDialog {...props} />;
}
