import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participant } from '../../../contract/resources/participants.ts';
import { may } from '../../../contract/roles.ts';
import type { Formats } from '../../i18n/formats.ts';
import { useActor } from '../../sync/hooks.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { personName } from '../../ui/person-name.ts';
import { WaitingMark } from '../../ui/waiting-mark.tsx';
import { DeletePhoto } from './delete-photo.tsx';
import styles from './photo-card.module.css';
import { Picture } from './picture.tsx';
import type { StoredPhoto } from './read-photos.ts';
import { UploadBar } from './upload-bar.tsx';

const PhotoView = lazyComponent(async () => (await import('./photo-view.tsx')).PhotoView);

interface PhotoCardProps {
  photo: StoredPhoto;
  sharer: Participant | undefined;
  formats: Formats;
  onDeleted: () => void;
}

/** A picture, what it shows, who shared it when, and whether it still waits to be sent. */
export function PhotoCard({ photo, sharer, formats, onDeleted }: PhotoCardProps): ReactNode {
  const { t } = useTranslation();
  const actor = useActor();
  const [open, setOpen] = useState(false);
  const pending = photo.$pending ?? [];
  return (
    <article className={styles['card']} aria-label={photo.description}>
      <button
        type="button"
        className={styles['open']}
        aria-label={t('photo_item.open', { description: photo.description })}
        onClick={() => setOpen(true)}
      >
        <Picture name={photo.url} alt="" />
      </button>
      <UploadBar pending={pending} />
      <div className={styles['words']}>
        <p className={styles['description']}>{photo.description}</p>
        <p className={styles['facts']}>
          <span>{personName(t, sharer)}</span>
          {pending.length > 0 ? <WaitingMark /> : <time dateTime={photo.createdAt}>{formats.dateTime(photo.createdAt)}</time>}
        </p>
        {may(actor, 'author', photo) && <DeletePhoto photo={photo} onDeleted={onDeleted} />}
      </div>
      {open && <PhotoView photo={photo} onClose={() => setOpen(false)} />}
    </article>
  );
}
