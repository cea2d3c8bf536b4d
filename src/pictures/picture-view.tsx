import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pictureSize } from '../../contract/pictures.ts';
import { IconButton } from '../ui/look/button.tsx';
import { useWayBelow } from '../ui/over/over-page.ts';
import overlay from '../ui/over/overlay.module.css';
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

/** One picture, as large as the screen; its thumbnail until the whole of it is there, and where it is not to be had. It has an address of its own, and closes by leaving it. */
export function PictureView({ name, words }: PictureViewProps): ReactNode {
  const { t } = useTranslation();
  const url = usePicture(name, 'whole');
  const close = useWayBelow();
  const [link] = useState(location.hash);
  const [loaded, setLoaded] = useState<string>();
  const [failed, setFailed] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const explain = async (missing: string): Promise<void> => {
    setFailed(true);
    const status = await problemWith(missing);
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
          <div className={styles['pictures']}>
            {/* Beneath, with no words of its own as long as the whole picture has them. */}
            {(url === undefined || loaded !== url) && <Picture name={name} alt={failed ? words : ''} lazy={false} />}
            {!failed && (
              <img src={url} {...pictureSize(name)} alt={words} onLoad={() => setLoaded(url)} onError={() => url && void explain(url)} />
            )}
          </div>
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
