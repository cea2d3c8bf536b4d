import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useObservable, useSync } from '#sync/react/hooks.tsx';
import styles from './upload-bar.module.css';

/** The progress of an upload, indeterminate while the server processes it. Nothing for a pending command that is not in flight. */
export function UploadBar({ pending }: { pending: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  const upload = useObservable(useSync().upload);
  if (!upload || !pending.includes(upload.key)) return null;
  return <progress className={styles.bar} aria-label={t('photo_upload.sending')} {...(upload.sent < 1 ? { value: upload.sent } : {})} />;
}
