import { Dialog } from '@base-ui/react/dialog';
import type { ComponentProps, ReactNode } from 'react';
import overlay from './overlay.module.css';
import { useCloseRequest } from './use-close-request.ts';

interface ModalProps extends Pick<ComponentProps<typeof Dialog.Popup>, 'aria-label' | 'finalFocus'> {
  /** The default is a dialog at the lower edge of a phone. */
  className?: string | undefined;
  /** Called on Escape, on Back if the platform supports it, and on a touch outside. */
  onClose: () => void;
  children: ReactNode;
}

/** An overlay. Render it while it is open. Its title is a `Dialog.Title` of Base UI, or `aria-label`. */
export function Modal({ className = overlay.dialog, onClose, children, ...popup }: ModalProps): ReactNode {
  useCloseRequest(onClose);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlay.backdrop} />
        <Dialog.Popup {...popup} className={className}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
