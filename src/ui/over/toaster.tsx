import { Toast } from '@base-ui/react/toast';
import Clock from 'lucide-react/icons/clock';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './toaster.module.css';
import { connectToaster, toastLife } from './toasts.ts';

const manager = Toast.createToastManager();

/** Shows what `toast()` says, as a live region. */
export function Toaster(): ReactNode {
  const { t } = useTranslation();
  useEffect(() => {
    let promises: string[] = [];
    return connectToaster(({ text, kind }) => {
      if (kind === 'error') {
        // What was promised may be what has failed.
        for (const id of promises) manager.close(id);
        promises = [];
      }
      const id = manager.add({ title: text, type: kind, priority: 'low' });
      if (kind === 'waiting') promises.push(id);
    });
  }, []);
  return (
    <Toast.Provider toastManager={manager} timeout={toastLife} limit={2}>
      <Toast.Portal>
        <Toast.Viewport className={styles['viewport']} aria-label={t('app.messages')}>
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
    <Toast.Root key={item.id} toast={item} className={styles['toast']}>
      <Toast.Content className={styles['content']}>
        {item.type === 'waiting' && <Clock aria-hidden="true" />}
        {/* An error is said at once; the priority of the library would hide its close button from screen readers. */}
        <Toast.Title render={<p role={item.type === 'error' ? 'alert' : undefined} />} className={styles['text']} />
        {/* The library would hide it too, as long as no pointer is there. */}
        <Toast.Close className={styles['close']} aria-label={t('app.close')} aria-hidden={undefined}>
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
