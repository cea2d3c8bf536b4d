import { Dialog } from '@base-ui/react/dialog';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { type Dispatch, type KeyboardEvent, type ReactNode, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { times } from '#contract/times.ts';
import { isPictureLink, pictureSize } from '#contract/pictures.ts';
import { Spinner } from '#ui/loading/spinner.tsx';
import { classes } from '#ui/theme/classes.ts';
import { IconButton } from '#ui/theme/button.tsx';
import { pathBelow, useWayBelow } from '#ui/overlays/over-page.ts';
import { close as shrink } from '#ui/overlays/view-transition.ts';
import { Gestures } from '../gestures/gestures.ts';
import { type Slide, Slides } from '../gestures/slides.tsx';
import { Picture } from '../picture.tsx';
import { type PictureProblem, problemWith, useReasonOf } from '../picture-problem.ts';
import { PictureTools } from './picture-tools.tsx';
import styles from './picture-view.module.css';
import { usePicture } from '../use-picture.ts';
import { useRetries } from '../use-retries.ts';

/** `name` is that of the picture, `words` is its description. */
export interface PictureViewProps extends Slide {
  words: string;
  facts?: ReactNode;
  /** A menu of further actions. */
  menu?: ReactNode;
  /** The neighbours, which are drawn next to the picture. */
  previous?: Slide | null;
  next?: Slide | null;
  /** Shows the previous or next picture; undefined if there is none. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

/** The factor and the distance (CSS pixels) of a key. */
const [zoomStep, panStep] = [1.5, 80];

const pans: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [panStep, 0],
  ArrowRight: [-panStep, 0],
  ArrowUp: [0, panStep],
  ArrowDown: [0, -panStep],
};

/** One picture in full size. It has its own path, and closes by leaving it. */
export function PictureView({
  id,
  name,
  words,
  facts,
  menu,
  previous = null,
  next = null,
  onPrevious,
  onNext,
}: PictureViewProps): ReactNode {
  const { t } = useTranslation();
  const shown = { id, name };
  const url = usePicture(name, 'whole');
  const leave = useWayBelow();
  const close = (): void => shrink(link.current.slice(1), leave);
  const link = useRef(location.hash);
  useEffect(() => {
    // Not the path of the screen below, which is set while this view closes.
    if (pathBelow(location.hash) !== location.hash) link.current = location.hash;
  });
  const [problem, setProblem] = useState<NamedProblem | null>(null);
  const reasonOf = useReasonOf();
  const [gestures] = useState(() => new Gestures());
  const [zoomed, setZoomed] = useState(false);
  const press = (event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    // With a modifier key it belongs to the browser: Alt and an arrow navigate.
    if (altKey || ctrlKey || metaKey) return;
    // Dialogs and menus over the picture have their own keys.
    if (!(target instanceof Element) || !event.currentTarget.contains(target) || target.closest('[role=menu]')) return;
    const pan = pans[key];
    if (key === '+' || key === '=') gestures.zoomBy(zoomStep);
    else if (key === '-') gestures.zoomBy(1 / zoomStep);
    else if (shiftKey) return;
    else if (pan && zoomed) gestures.panBy(...pan);
    else if (key === 'ArrowLeft') onPrevious?.();
    else if (key === 'ArrowRight') onNext?.();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Popup
          className={styles.view}
          data-theme="dark"
          aria-label={words}
          onKeyDown={press}
          // The link to this picture, even if the app was opened at it.
          finalFocus={() => document.querySelector<HTMLElement>(`main a[href="${CSS.escape(link.current)}"]`) ?? true}
        >
          <div className={styles.tools}>
            <Dialog.Close render={<IconButton label={t('app.close')} />}>
              <X aria-hidden="true" />
            </Dialog.Close>
            <IconButton label={t(zoomed ? 'picture_view.zoom_out' : 'picture_view.zoom_in')} onClick={() => gestures.toggleZoom()}>
              {zoomed ? <ZoomOut aria-hidden="true" /> : <ZoomIn aria-hidden="true" />}
            </IconButton>
            <PictureTools key={id} url={url} words={words} />
            {menu}
          </div>
          <Slides
            gestures={gestures}
            calls={{ onPrevious, onNext, onClose: close, onZoom: setZoomed }}
            shown={shown}
            previous={previous}
            next={next}
          >
            {(slide, isShown) => <Whole name={slide.name} words={isShown ? words : null} onProblem={setProblem} />}
          </Slides>
          <Turn label={t('picture_view.previous')} className={styles.previous} onTurn={onPrevious}>
            <ChevronLeft aria-hidden="true" />
          </Turn>
          <Turn label={t('picture_view.next')} className={styles.next} onTurn={onNext}>
            <ChevronRight aria-hidden="true" />
          </Turn>
          <div className={styles.words} aria-live="polite">
            {problem?.name === name && <p role="alert">{t(`picture_view.${reasonOf(problem)}`, { status: problem.status })}</p>}
            <p className={styles.description}>{words}</p>
            {facts && <div className={styles.facts}>{facts}</div>}
          </div>
          <MenuPlace />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type NamedProblem = PictureProblem & { readonly name: string };

interface WholeProps {
  name: string;
  /** The description; null for a neighbour, which does not load its full size before it is shown. */
  words: string | null;
  onProblem: Dispatch<SetStateAction<NamedProblem | null>>;
}

/**
 * The thumbnail until the picture has loaded, or if it fails. After a change of the name the old picture stays until the new one has
 * loaded.
 */
function Whole({ name, words, onProblem }: WholeProps): ReactNode {
  const { t } = useTranslation();
  const url = usePicture(name, 'whole');
  const [loaded, setLoaded] = useState<string>();
  const { failed, attempt, onError } = useRetries(url);
  const asking = useRef<AbortController | null>(null);
  const explain = async (): Promise<void> => {
    onError();
    // A picture on this device needs no network; and one request is enough, however often the picture is retried.
    if (asking.current || url === undefined || !isPictureLink(url)) return;
    const stop = (asking.current = new AbortController());
    const timer = setTimeout(() => stop.abort(), times.requestTimeout);
    const problem = await problemWith(url, stop.signal);
    clearTimeout(timer);
    // A late reason must not cover a picture that has loaded.
    if (asking.current !== stop) return;
    asking.current = null;
    if (problem) onProblem({ name, ...problem });
  };
  const forget = useCallback(() => {
    asking.current?.abort();
    asking.current = null;
    onProblem((before) => (before?.name === name ? null : before));
  }, [onProblem, name]);
  // The result of one URL does not apply to the next.
  useEffect(() => forget, [forget, url]);
  const isShown = words !== null;
  const isThere = url !== undefined && loaded === url;
  return (
    <>
      {/* Beneath, without a description while the full-size picture has it. */}
      {!isThere && <Picture name={name} alt={failed && isShown ? words : ''} lazy={false} />}
      {!failed && (isShown || isThere) && (
        <img
          key={attempt}
          src={url}
          {...pictureSize(name)}
          alt={words ?? ''}
          draggable={false}
          onLoad={() => {
            setLoaded(url);
            forget();
          }}
          onError={() => void explain()}
        />
      )}
      {isShown && !isThere && !failed && (
        <div className={styles.loading}>
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

/** Stays mounted at the last picture, so that it keeps the focus. */
function Turn({ label, className, onTurn, children }: TurnProps): ReactNode {
  const [was, setWas] = useState(onTurn !== undefined);
  if (onTurn && !was) setWas(true);
  if (!was) return null;
  return (
    <IconButton label={label} className={classes(styles.turn, className)} aria-disabled={!onTurn} onClick={onTurn}>
      {children}
    </IconButton>
  );
}

/**
 * The container of menus in a dialog. The dialog would take the focus when an entry with the focus disappears, from the button that opened
 * the menu or from the next dialog, so that it must not notice.
 */
function MenuPlace(): ReactNode {
  return <div ref={keepFocusEvents} data-menus />;
}

function keepFocusEvents(place: HTMLElement | null): (() => void) | undefined {
  const keep = (event: Event): void => event.stopPropagation();
  place?.addEventListener('focusout', keep);
  return () => place?.removeEventListener('focusout', keep);
}
