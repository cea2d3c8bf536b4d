import { Dialog } from '@base-ui/react/dialog';
import type { ComponentProps, ReactNode } from 'react';
import overlay from './overlay.module.css';
import { useCloseRequest } from './use-close-request.ts';

interface ModalProps extends Pick<ComponentProps<typeof Dialog.Popup>, 'aria-label' | 'finalFocus'> {
  /** Without it: that of a dialog that stands above the lower edge of a phone. */
  className?: string | undefined;
  /** Called by Escape, by Back where the platform can do it, and by a touch beside it. */
  onClose: () => void;
  children: ReactNode;
}

/** What lies over the screen until it is closed; render it while it is open. Its title is a `Dialog.Title` of Base UI, or `aria-label`. */
export function Modal({ className = overlay['dialog'], onClose, children, ...popup }: ModalProps): ReactNode {
  useCloseRequest(onClose);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlay['backdrop']} />
        <Dialog.Popup {...popup} className={className}>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
