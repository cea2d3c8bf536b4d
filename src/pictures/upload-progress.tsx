import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/errors.ts';
import { sendsFullSize } from '#sync/mirror/readable.ts';
import { useLive, useObservable, useSync } from '#sync/react/hooks.tsx';
import styles from './upload-progress.module.css';

/** The progress of an upload, indeterminate while the server processes it. Nothing for a pending command that is not in flight. */
export function UploadBar({ pending }: { pending: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  const upload = useObservable(useSync().upload);
  if (!upload || !pending.includes(upload.key)) return null;
  return <progress className={styles.bar} aria-label={t('photo_upload.sending')} {...(upload.sent < 1 ? { value: upload.sent } : {})} />;
}

/** Shows that the server has no room for a pending picture yet, or that its full size follows. */
export function UploadDelay({ pending }: { pending: readonly string[] }): ReactNode {
  // Nearly all pictures of a page are sent: they make no query.
  return pending.length > 0 && <Delay pending={pending} />;
}

function Delay({ pending }: { pending: readonly string[] }): ReactNode {
  const { t } = useTranslation();
  const entries = useLive((db) => db.outbox.where('key').anyOf(pending).toArray(), [pending.join()]);
  const noRoom = entries?.some(({ lastError }) => lastError?.code === 'storage_full');
  if (noRoom) return <p>{errorText(t, 'storage_full')}</p>;
  const follows = entries && entries.length > 0 && entries.every(sendsFullSize);
  return follows && <p>{t('photo_upload.follows')}</p>;
}
