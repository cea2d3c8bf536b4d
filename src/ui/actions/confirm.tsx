import type { ReactNode } from 'react';
import { lazyComponent } from '../loading/lazy-component.tsx';

export interface ConfirmProps {
  title: string;
  text: string;
  /** What is done when the person agrees; the button's words. */
  action: string;
  /** An option that the person may choose beside it. */
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

const ConfirmDialog = lazyComponent(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog, 'over');

export const preloadConfirm = ConfirmDialog.preload;

/** Asks before something that cannot be undone; render it while the question stands. */
export function Confirm(props: ConfirmProps): ReactNode {
  return <ConfirmDialog {...props} />;
}
