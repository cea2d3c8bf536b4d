import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../theme/button.tsx';
import styles from '../overlays/overlay.module.css';
import { useCloseRequest } from '../overlays/use-close-request.ts';

export interface ConfirmProps {
  title: string;
  text: string;
  action: string;
  /** An additional option of the question. */
  children?: ReactNode;
  /** Gets the focus back; the default is the element that had it. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog({ title, text, action, children, finalFocus, onConfirm, onCancel }: ConfirmProps): ReactNode {
  const { t } = useTranslation();
  const cancel = useRef<HTMLButtonElement>(null);
  useCloseRequest(onCancel);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.dialog} initialFocus={cancel} finalFocus={finalFocus}>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>{text}</AlertDialog.Description>
          {children}
          <div className={styles.actions}>
            <Button ref={cancel} onClick={onCancel}>
              {t('app.cancel')}
            </Button>
            <Button look="danger" onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
