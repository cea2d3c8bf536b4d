import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxEntry } from '../db/records.ts';
import styles from './command-picture.module.css';
import { Picture } from './picture.tsx';
import { UploadBar } from './upload-bar.tsx';

/** The picture that a command would share. */
export function CommandPicture({ entry }: { entry: OutboxEntry }): ReactNode {
  const { t } = useTranslation();
  const { url } = entry.args as { url?: string };
  if (url === undefined) return null;
  return (
    <div className={styles['picture']}>
      <Picture name={url} alt={t('photo_upload.picture')} />
      <UploadBar pending={[entry.key]} />
    </div>
  );
}
