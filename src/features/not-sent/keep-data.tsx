import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { platform } from '#lib/platform.ts';
import { persistStorage, storageIsKept } from '#sync/device/kept-storage.ts';
import { useObservable } from '#sync/react/hooks.tsx';
import { Button } from '#ui/theme/button.tsx';

/** Explains the permission to keep data, and requests it once by a button; renders nothing if the browser does not ask the person. */
export function KeepData(): ReactNode {
  const { t } = useTranslation();
  const kept = useObservable(storageIsKept);
  const [asked, setAsked] = useState(false);
  if (kept !== false || asked || platform().persist !== 'asks-person') return null;
  const ask = (): void => {
    setAsked(true);
    void persistStorage();
  };
  return (
    <div>
      <p>{t('not_sent.keep_text')}</p>
      <Button onClick={ask}>{t('not_sent.keep')}</Button>
    </div>
  );
}
