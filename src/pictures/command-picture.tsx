import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { entityKey } from '#contract/resource.ts';
import type { OutboxEntry } from '#db/records.ts';
import { sendsFullSize, traitsOf } from '#sync/mirror/readable.ts';
import { useLive } from '#sync/react/hooks.tsx';
import styles from './command-picture.module.css';
import { Picture } from './picture.tsx';
import { UploadBar } from './upload-progress.tsx';

function urlOf(entry: OutboxEntry): string | undefined {
  const field = traitsOf(entry)?.picture;
  const url = field === undefined ? undefined : (entry.args as Record<string, unknown>)[field];
  return typeof url === 'string' ? url : undefined;
}

/** The picture of a command in full size, also if a small one is sent first and another command brings the full size. */
export function CommandPicture({ entry }: { entry: OutboxEntry }): ReactNode {
  const { t } = useTranslation();
  const entity = entityKey(entry);
  const sharper = useLive((db) => db.outbox.where('entities').equals(entity).filter(sendsFullSize).first(), [entity]);
  const url = (sharper && urlOf(sharper)) ?? urlOf(entry);
  if (url === undefined) return null;
  return (
    <div className={styles.picture}>
      <Picture name={url} alt={t('photo_upload.picture')} />
      <UploadBar pending={[entry.key]} />
    </div>
  );
}
