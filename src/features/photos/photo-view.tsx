import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pictureSize } from '../../../contract/pictures.ts';
import { IconButton } from '../../ui/button.tsx';
import overlay from '../../ui/overlay.module.css';
import styles from './photo-view.module.css';
import { Picture } from './picture.tsx';
import type { StoredPhoto } from './read-photos.ts';
import { usePicture } from './use-picture.ts';

/** Why a picture could not be shown: the server's status, or null without network. */
async function problemWith(url: string): Promise<number | null> {
  try {
    return (await fetch(url)).status;
  } catch {
    return null;
  }
}

/** One photo, as large as the screen; its thumbnail where the whole of it is not to be had. */
export function PhotoView({ photo, onClose }: { photo: StoredPhoto; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const url = usePicture(photo.url, 'whole');
  const [error, setError] = useState<string | null>(null);
  const explain = async (failed: string): Promise<void> => {
    const status = await problemWith(failed);
    setError(status === null ? t('photos.error_fetch') : t('photos.error', { status }));
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlay['backdrop']} />
        <Dialog.Popup className={styles['view']} aria-label={photo.description}>
          {error === null ? (
            <img
              className={styles['whole']}
              src={url}
              {...pictureSize(photo.url)}
              alt={photo.description}
              onError={() => url && void explain(url)}
            />
          ) : (
            <Picture name={photo.url} alt={photo.description} lazy={false} />
          )}
          <div className={styles['words']}>
            {error !== null && <p role="alert">{error}</p>}
            <p className={styles['description']}>{photo.description}</p>
          </div>
          <Dialog.Close render={<IconButton label={t('app.close')} className={styles['close']} />}>
            <X aria-hidden="true" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
