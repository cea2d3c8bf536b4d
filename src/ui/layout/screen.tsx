import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './screen.module.css';
import { useScreenRefresh } from '#ui/refresh/screen-refresh.ts';

// The first screen leaves the focus to the browser; every later one moves it to its heading.
let opened = false;

/** Sets the document title, and moves the focus to the heading after navigation. */
export function useScreenHeading(title: string): React.RefObject<HTMLHeadingElement | null> {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const app = t('app.name');
  useEffect(() => {
    document.title = title === app ? app : `${title} · ${app}`;
  }, [title, app]);
  // In a layout effect: later it could take the focus from an element that the person has moved to.
  useLayoutEffect(() => {
    if (opened) heading.current?.focus({ preventScroll: true });
    opened = true;
  }, []);
  return heading;
}

interface ScreenProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  lead?: ReactNode;
  /** A picture under the title. */
  hero?: ReactNode;
  /** The refresh of this screen; the default pulls the mirror. */
  onRefresh?: () => Promise<void>;
  /** True to use the whole width. */
  wide?: boolean;
  children?: ReactNode;
}

export function Screen({ title, note, actions, lead, hero, onRefresh, wide = false, children }: ScreenProps): ReactNode {
  useScreenRefresh(onRefresh);
  const heading = useScreenHeading(title);
  const head = (
    <div className={styles.head}>
      <div className={styles.titles}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
      {actions}
    </div>
  );
  return (
    <div className={wide ? styles.wide : styles.screen}>
      {lead}
      {hero === undefined ? head : <Hero picture={hero}>{head}</Hero>}
      {children}
    </div>
  );
}

/** Words on a picture, at its lower edge. */
export function Hero({ picture, children }: { picture: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className={styles.hero}>
      {picture}
      <div className={styles.words}>{children}</div>
    </div>
  );
}
