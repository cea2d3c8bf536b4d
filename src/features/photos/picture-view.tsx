import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pictureSize } from '../../../contract/pictures.ts';
import { IconButton } from '../../ui/button.tsx';
import { useWayBelow } from '../../ui/over-page.ts';
import overlay from '../../ui/overlay.module.css';
import { Picture } from './picture.tsx';
import styles from './picture-view.module.css';
import { usePicture } from './use-picture.ts';

/** Why a picture could not be shown: the server's status, or null without network. */
async function problemWith(url: string): Promise<number | null> {
  try {
    return (await fetch(url)).status;
  } catch {
    return null;
  }
}

/** `name` is that of the picture, `words` say what it shows. */
export interface PictureViewProps {
  name: string;
  words: string;
}

/** One picture, as large as the screen; its thumbnail where the whole of it is not to be had. It has an address of its own, and closes by leaving it. */
export function PictureView({ name, words }: PictureViewProps): ReactNode {
  const { t } = useTranslation();
  const url = usePicture(name, 'whole');
  const close = useWayBelow();
  const [link] = useState(location.hash);
  const [error, setError] = useState<string | null>(null);
  const explain = async (failed: string): Promise<void> => {
    const status = await problemWith(failed);
    setError(status === null ? t('photos.error_fetch') : t('photos.error', { status }));
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlay['backdrop']} />
        <Dialog.Popup
          className={styles['view']}
          aria-label={words}
          // The link that leads here, also where the app was opened with the picture.
          finalFocus={() => document.querySelector<HTMLElement>(`main a[href="${CSS.escape(link)}"]`) ?? true}
        >
          {error === null ? (
            <img className={styles['whole']} src={url} {...pictureSize(name)} alt={words} onError={() => url && void explain(url)} />
          ) : (
            <Picture name={name} alt={words} lazy={false} />
          )}
          <div className={styles['words']}>
            {error !== null && <p role="alert">{error}</p>}
            <p className={styles['description']}>{words}</p>
          </div>
          <Dialog.Close render={<IconButton label={t('app.close')} className={styles['close']} />}>
            <X aria-hidden="true" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
