import { Dialog } from '@base-ui/react/dialog';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pictureSize } from '../../contract/pictures.ts';
import { isOwn } from '../sync/wire/own-answer.ts';
import { useSwipe } from '../ui/actions/use-swipe.ts';
import { classes } from '../ui/look/classes.ts';
import { IconButton } from '../ui/look/button.tsx';
import { useWayBelow } from '../ui/over/over-page.ts';
import overlay from '../ui/over/overlay.module.css';
import { Picture } from './picture.tsx';
import { PictureTools } from './picture-tools.tsx';
import styles from './picture-view.module.css';
import { usePicture } from './use-picture.ts';
import { useRetries } from './use-retries.ts';

/** Why a picture could not be shown: the server's status, or null where it was not our server that spoke. */
async function problemWith(url: string): Promise<number | null> {
  try {
    const answer = await fetch(url);
    return isOwn(answer) ? answer.status : null;
  } catch {
    return null;
  }
}

/** `name` is that of the picture, `words` say what it shows. */
export interface PictureViewProps {
  name: string;
  words: string;
  /** Shows the picture before it, or the one after; left out where there is none. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

/** One picture, as large as the screen. It has an address of its own, and closes by leaving it. */
export function PictureView({ name, words, onPrevious, onNext }: PictureViewProps): ReactNode {
  const { t } = useTranslation();
  const url = usePicture(name, 'whole');
  const close = useWayBelow();
  const link = useRef(location.hash);
  useEffect(() => {
    link.current = location.hash;
  }, [name]);
  const [problem, setProblem] = useState<{ name: string; status: number | null } | null>(null);
  const swipe = useSwipe((towards) => (towards === 'left' ? onNext : onPrevious)?.());
  const turn = ({ key }: KeyboardEvent): void => {
    if (key === 'ArrowLeft') onPrevious?.();
    if (key === 'ArrowRight') onNext?.();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlay['backdrop']} />
        <Dialog.Popup
          className={styles['view']}
          aria-label={words}
          onKeyDown={turn}
          // The link that leads here, also where the app was opened with the picture.
          finalFocus={() => document.querySelector<HTMLElement>(`main a[href="${CSS.escape(link.current)}"]`) ?? true}
        >
          <div className={styles['pictures']} {...swipe}>
            <Whole
              key={name}
              name={name}
              url={url}
              words={words}
              onLoaded={() => setProblem(null)}
              onProblem={(status) => setProblem({ name, status })}
            />
          </div>
          <Turn label={t('picture_view.previous')} className={styles['previous']} onTurn={onPrevious}>
            <ChevronLeft aria-hidden="true" />
          </Turn>
          <Turn label={t('picture_view.next')} className={styles['next']} onTurn={onNext}>
            <ChevronRight aria-hidden="true" />
          </Turn>
          <div className={styles['words']} aria-live="polite">
            {problem?.name === name && (
              <p role="alert">{problem.status === null ? t('photos.error_fetch') : t('photos.error', { status: problem.status })}</p>
            )}
            <p className={styles['description']}>{words}</p>
          </div>
          <div className={styles['tools']}>
            <PictureTools url={url} words={words} />
            <Dialog.Close render={<IconButton label={t('app.close')} />}>
              <X aria-hidden="true" />
            </Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface WholeProps {
  name: string;
  url: string | undefined;
  words: string;
  onLoaded: () => void;
  /** It is not to be had: hears the server's status, or null without network. */
  onProblem: (status: number | null) => void;
}

/** The thumbnail until the whole picture is there, and where that is not to be had. */
function Whole({ name, url, words, onLoaded, onProblem }: WholeProps): ReactNode {
  const [loaded, setLoaded] = useState<string>();
  const { failed, attempt, onError } = useRetries();
  const explain = async (missing: string): Promise<void> => {
    onError();
    onProblem(await problemWith(missing));
  };
  return (
    <>
      {/* Beneath, with no words of its own as long as the whole picture has them. */}
      {(url === undefined || loaded !== url) && <Picture name={name} alt={failed ? words : ''} lazy={false} />}
      {!failed && (
        <img
          key={attempt}
          src={url}
          {...pictureSize(name)}
          alt={words}
          draggable={false}
          onLoad={() => {
            setLoaded(url);
            onLoaded();
          }}
          onError={() => url && void explain(url)}
        />
      )}
    </>
  );
}

interface TurnProps {
  label: string;
  className: string | undefined;
  onTurn: (() => void) | undefined;
  children: ReactNode;
}

/** Stays where it is at the last picture, so that the focus does too. */
function Turn({ label, className, onTurn, children }: TurnProps): ReactNode {
  const [was, setWas] = useState(onTurn !== undefined);
  if (onTurn && !was) setWas(true);
  if (!was) return null;
  return (
    <IconButton label={label} className={classes(styles['turn'], className)} aria-disabled={!onTurn} onClick={onTurn}>
      {children}
    </IconButton>
  );
}
