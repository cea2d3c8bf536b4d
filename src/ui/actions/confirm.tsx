import type { ReactNode } from 'react';
import { lazyComponent } from '../loading/lazy-component.tsx';

export interface ConfirmProps {
  title: string;
  text: string;
  action: string;
  /** An additional option of the question. */
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

const ConfirmDialog = lazyComponent(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog, 'over');

export const preloadConfirm = ConfirmDialog.preload;

/** Asks before an irreversible action. Render it while the question is open. */
export function Confirm(props: ConfirmProps): ReactNode {
  return <ConfirmDialog {...props} />;
}
