import { Dialog } from '@base-ui/react/dialog';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { times } from '../../contract/times.ts';
import { isPictureLink, pictureSize } from '../../contract/pictures.ts';
import { useSwipe } from '../ui/actions/use-swipe.ts';
import { useZoomed } from '../ui/actions/use-zoomed.ts';
import { Spinner } from '../ui/loading/spinner.tsx';
import { classes } from '../ui/theme/classes.ts';
import { IconButton } from '../ui/theme/button.tsx';
import { pathBelow, useWayBelow } from '../ui/overlays/over-page.ts';
import { Picture } from './picture.tsx';
import { type PictureProblem, problemWith, useReasonOf } from './picture-problem.ts';
import { PictureTools } from './picture-tools.tsx';
import styles from './picture-view.module.css';
import { usePicture } from './use-picture.ts';
import { useRetries } from './use-retries.ts';

/** `name` is that of the picture, `words` say what it shows. */
export interface PictureViewProps {
  /** Whose picture it is: the name changes when one that waits is sent, and when it is there whole. */
  id: string;
  name: string;
  words: string;
  /** What else is told of it. */
  facts?: ReactNode;
  /** Shows the picture before it, or the one after; left out where there is none. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

/** One picture, as large as the screen. It has an address of its own, and closes by leaving it. */
export function PictureView({ id, name, words, facts, onPrevious, onNext }: PictureViewProps): ReactNode {
  const { t } = useTranslation();
  const url = usePicture(name, 'whole');
  const close = useWayBelow();
  const link = useRef(location.hash);
  useEffect(() => {
    // Not the screen below, as whose address this one goes.
    if (pathBelow(location.hash) !== location.hash) link.current = location.hash;
  });
  const [problem, setProblem] = useState<NamedProblem | null>(null);
  const reasonOf = useReasonOf();
  const zoomed = useZoomed();
  const swipe = useSwipe((towards) => (towards === 'left' ? onNext : onPrevious)?.());
  const turn = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void => {
    // With another key beside it, it is the browser's: Alt and an arrow lead back.
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    if (key === 'ArrowLeft') onPrevious?.();
    if (key === 'ArrowRight') onNext?.();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Popup
          className={styles['view']}
          data-theme="dark"
          aria-label={words}
          onKeyDown={turn}
          // The link that leads here, also where the app was opened with the picture.
          finalFocus={() => document.querySelector<HTMLElement>(`main a[href="${CSS.escape(link.current)}"]`) ?? true}
        >
          <div className={classes(styles['pictures'], zoomed && styles['zoomed'])} {...(zoomed ? {} : swipe)}>
            <Whole key={id} name={name} url={url} words={words} onProblem={setProblem} />
          </div>
          <Turn label={t('picture_view.previous')} className={styles['previous']} onTurn={onPrevious}>
            <ChevronLeft aria-hidden="true" />
          </Turn>
          <Turn label={t('picture_view.next')} className={styles['next']} onTurn={onNext}>
            <ChevronRight aria-hidden="true" />
          </Turn>
          <div className={styles['words']} aria-live="polite">
            {problem?.name === name && <p role="alert">{t(`picture_view.${reasonOf(problem)}`, { status: problem.status })}</p>}
            <p className={styles['description']}>{words}</p>
            {facts && <div className={styles['facts']}>{facts}</div>}
          </div>
          <div className={styles['tools']}>
            <PictureTools key={id} url={url} words={words} />
            <Dialog.Close render={<IconButton label={t('app.close')} />}>
              <X aria-hidden="true" />
            </Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Of the picture of this name. */
type NamedProblem = PictureProblem & { readonly name: string };

interface WholeProps {
  name: string;
  url: string | undefined;
  words: string;
  /** Hears why it is not to be had, and null when it is there. */
  onProblem: (problem: NamedProblem | null) => void;
}

/** The thumbnail until the whole picture is there, and where that is not to be had. Of another name, what was drawn stays until that is there. */
function Whole({ name, url, words, onProblem }: WholeProps): ReactNode {
  const { t } = useTranslation();
  const [loaded, setLoaded] = useState<string>();
  const { failed, attempt, onError } = useRetries(url);
  const asking = useRef<AbortController | null>(null);
  const explain = async (): Promise<void> => {
    onError();
    // What waits on this device needs no network; and one question is enough, however often it is tried meanwhile.
    if (asking.current || url === undefined || !isPictureLink(url)) return;
    const stop = (asking.current = new AbortController());
    const timer = setTimeout(() => stop.abort(), times.requestTimeout);
    const problem = await problemWith(url, stop.signal);
    clearTimeout(timer);
    // What is said late is not to stand over a picture that has come.
    if (asking.current !== stop) return;
    asking.current = null;
    if (problem) onProblem({ name, ...problem });
  };
  const forget = useCallback(() => {
    asking.current?.abort();
    asking.current = null;
    onProblem(null);
  }, [onProblem]);
  // What is asked of one address says nothing of the next.
  useEffect(() => forget, [forget, url]);
  const isThere = url !== undefined && loaded === url;
  return (
    <>
      {/* Beneath, with no words of its own as long as the whole picture has them. */}
      {!isThere && <Picture name={name} alt={failed ? words : ''} lazy={false} />}
      {!failed && (
        <img
          key={attempt}
          src={url}
          {...pictureSize(name)}
          alt={words}
          draggable={false}
          onLoad={() => {
            setLoaded(url);
            forget();
          }}
          onError={() => void explain()}
        />
      )}
      {!isThere && !failed && (
        <div className={styles['loading']}>
          <Spinner label={t('app.loading')} />
        </div>
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
