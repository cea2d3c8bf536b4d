import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './screen.module.css';

// The first screen leaves the focus where the browser put it; every later one moves it to its heading.
let opened = false;

/** Names the tab, and moves the focus to the heading when the screen was navigated to. */
export function useScreenHeading(title: string): React.RefObject<HTMLHeadingElement | null> {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const app = t('app.name');
  useEffect(() => {
    document.title = title === app ? app : `${title} · ${app}`;
  }, [title, app]);
  // As it is drawn: a moment later the focus would be taken from what the person has gone to since.
  useLayoutEffect(() => {
    if (opened) heading.current?.focus({ preventScroll: true });
    opened = true;
  }, []);
  return heading;
}

interface ScreenProps {
  title: string;
  /** A quiet line under the title. */
  note?: ReactNode;
  actions?: ReactNode;
  /** What stands above the title. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** One screen with its one title. */
export function Screen({ title, note, actions, lead, children }: ScreenProps): ReactNode {
  const heading = useScreenHeading(title);
  return (
    <div className={styles['screen']}>
      {lead}
      <div className={styles['head']}>
        <div className={styles['titles']}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {note !== undefined && <p className={styles['note']}>{note}</p>}
        </div>
        {actions}
      </div>
      {children}
    </div>
  );
}
