import { Toast } from '@base-ui/react/toast';
import Clock from 'lucide-react/icons/clock';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './toaster.module.css';
import { actionLife, connectToaster, sameAction, type ToastMessage, toastLife } from './toasts.ts';

const manager = Toast.createToastManager();

interface Shown {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
  readonly at: number;
}

/**
 * Shows the messages of `toast()`, one at a time, as a live region. The next message or another screen ends it; errors stay until they are
 * closed, or until another screen opens after the time to read them.
 */
export function Toaster(): ReactNode {
  const { t } = useTranslation();
  useEffect(() => {
    let shown: Shown[] = [];
    const end = (isOver: (one: Shown) => boolean): void => {
      const [over, rest] = [shown.filter(isOver), shown.filter((one) => !isOver(one))];
      shown = rest;
      for (const { id } of over) manager.close(id);
    };
    const show = ({ text, kind, action }: ToastMessage): void => {
      end((one) => !one.isError || one.text === text);
      const isError = kind === 'error';
      const run = (): void => {
        end((one) => one.id === id);
        action?.run();
      };
      const id = manager.add({
        title: text,
        type: kind,
        priority: 'low',
        ...(action && { actionProps: { children: action.label, onClick: run }, timeout: actionLife }),
        ...(isError && { timeout: 0 }),
      });
      shown.push({ id, text, isError, at: performance.now() });
    };
    const disconnect = connectToaster(show, () => end(({ isError }) => !isError));
    const onMove = (): void => end(({ isError, at }) => performance.now() - at > (isError ? toastLife : sameAction));
    addEventListener('hashchange', onMove);
    return () => {
      disconnect();
      removeEventListener('hashchange', onMove);
    };
  }, []);
  return (
    <Toast.Provider toastManager={manager} timeout={toastLife} limit={1}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport} aria-label={t('app.messages')}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList(): ReactNode {
  const { t } = useTranslation();
  const { toasts } = Toast.useToastManager();
  return toasts.map((item) => (
    <Toast.Root key={item.id} toast={item} className={styles.toast}>
      <Toast.Content className={styles.content}>
        {item.type === 'waiting' && <Clock aria-hidden="true" />}
        {/* Errors are announced at once; the priority of the library would hide its close button from screen readers. */}
        <Toast.Title render={<p role={item.type === 'error' ? 'alert' : undefined} />} className={styles.text} />
        <Toast.Action className={styles.action} aria-hidden={undefined} />
        {/* The library would hide it too while no pointer is over it. */}
        <Toast.Close className={styles.close} aria-label={t('app.close')} aria-hidden={undefined}>
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
