import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { readStorageIsKept, storageIsKept } from '#sync/device/kept-storage.ts';
import { useObservable } from '#sync/react/hooks.tsx';
import { platform } from '#lib/platform.ts';

/** Warns that the browser may delete pending commands; renders nothing if it has granted persistent storage, or does not answer. */
export function StorageWarning({ className }: { className?: string | undefined }): ReactNode {
  const { t } = useTranslation();
  const kept = useObservable(storageIsKept);
  useEffect(() => void readStorageIsKept(), []);
  if (kept !== false) return null;
  return (
    <p className={className}>{t(platform().deletes === 'after-a-week' ? 'storage.deleted_after_a_week' : 'storage.deleted_at_will')}</p>
  );
}
