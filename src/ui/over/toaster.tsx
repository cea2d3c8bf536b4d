import { Toast } from '@base-ui/react/toast';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './toaster.module.css';
import { connectToaster, toastLife } from './toasts.ts';

const manager = Toast.createToastManager();

/** Shows what `toast()` says, as a live region. */
export function Toaster(): ReactNode {
  const { t } = useTranslation();
  useEffect(() => connectToaster(({ text, kind }) => manager.add({ title: text, type: kind, priority: 'low' })), []);
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
        {/* An error is said at once; the priority of the library would hide its close button from screen readers. */}
        <Toast.Title render={<p role={item.type === 'error' ? 'alert' : undefined} />} className={styles['text']} />
        <Toast.Close className={styles['close']} aria-label={t('app.close')}>
          <X aria-hidden="true" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
