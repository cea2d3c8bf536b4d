import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../theme/button.tsx';
import { classes } from '../theme/classes.ts';
import { excerpt } from './excerpt.ts';
import { LinkedText } from './linked-text.tsx';
import styles from './folded-text.module.css';

/** Lines of a folded text. */
const usual = 12;

/** Characters of a line on a small phone with large letters: a shorter text need not be measured. */
const shortLine = 12;

interface FoldedTextProps {
  text: string;
  className?: string | undefined;
  /** Draws the text if it has more than links; with `pointerOnly` Tab skips its controls. */
  words?: ((pointerOnly: boolean) => ReactNode) | undefined;
}

/** The beginning of a text that is linked in full. */
export function Beginning({ text, lines }: { text: string; lines: 1 | 2 }): ReactNode {
  return <p className={classes(styles.text, styles.folded, styles[`lines${lines}`])}>{text}</p>;
}

/** A text as typed by a person; a long one is folded, with a button to unfold it. */
export function FoldedText({ text, className, words }: FoldedTextProps): ReactNode {
  const long = text.length > usual * shortLine || text.split('\n').length > usual;
  if (!long) {
    return <p className={classes(styles.text, className)}>{words ? words(false) : <LinkedText text={text} />}</p>;
  }
  return <LongText text={text} className={className} words={words} />;
}

function LongText({ text, className, words }: FoldedTextProps): ReactNode {
  const { t } = useTranslation();
  const box = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const node = box.current;
    if (!node || open) return;
    // The number of lines depends on the text, the size of letters and the orientation of the phone.
    const observer = new ResizeObserver(() => setOver(node.scrollHeight > node.clientHeight + 1));
    observer.observe(node);
    return () => observer.disconnect();
  }, [open, text]);
  const label = t(open ? 'app.show_less' : 'app.show_more');
  const toggle = (): void => {
    flushSync(() => setOpen(!open));
    // After folding, the end of a long text would be far below its beginning.
    if (open) box.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <p ref={box} className={classes(styles.text, !open && styles.folded, !open && styles[`lines${usual}`], className)}>
        {/* Folded text must not be reachable by Tab. */}
        {words ? words(over && !open) : <LinkedText text={text} pointerOnly={over && !open} />}
      </p>
      {(over || open) && (
        <Button look="quiet" className={styles.more} aria-label={`${label}: ${excerpt(text)}`} aria-expanded={open} onClick={toggle}>
          {label}
        </Button>
      )}
    </>
  );
}
