import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../theme/button.tsx';
import { classes } from '../theme/classes.ts';
import { excerpt } from './excerpt.ts';
import { LinkedText } from './linked-text.tsx';
import styles from './folded-text.module.css';

/** Lines of a long text that are shown at first. */
const usual = 12;

/** Characters of a line on a small phone with large letters: what is shorter than that need not be measured. */
const shortLine = 12;

interface FoldedTextProps {
  text: string;
  className?: string | undefined;
}

/** The beginning of a text that stands whole elsewhere, where a link beside it leads. */
export function Beginning({ text, lines }: { text: string; lines: 1 | 2 }): ReactNode {
  return <p className={classes(styles['text'], styles['folded'], styles[`lines${lines}`])}>{text}</p>;
}

/** A text as somebody wrote it; a long one is folded, and unfolds by a button. */
export function FoldedText({ text, className }: FoldedTextProps): ReactNode {
  const long = text.length > usual * shortLine || text.split('\n').length > usual;
  if (!long) {
    return (
      <p className={classes(styles['text'], className)}>
        <LinkedText text={text} />
      </p>
    );
  }
  return <LongText text={text} className={className} />;
}

function LongText({ text, className }: FoldedTextProps): ReactNode {
  const { t } = useTranslation();
  const words = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const node = words.current;
    if (!node || open) return;
    // Letters of another size, a phone that is turned, and another text change how many lines it takes.
    const observer = new ResizeObserver(() => setOver(node.scrollHeight > node.clientHeight + 1));
    observer.observe(node);
    return () => observer.disconnect();
  }, [open, text]);
  const label = t(open ? 'app.show_less' : 'app.show_more');
  const toggle = (): void => {
    flushSync(() => setOpen(!open));
    // The end of a long text is far below its beginning.
    if (open) words.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <p ref={words} className={classes(styles['text'], !open && styles['folded'], !open && styles[`lines${usual}`], className)}>
        {/* What is folded away is not to be reached by Tab. */}
        <LinkedText text={text} pointerOnly={over && !open} />
      </p>
      {(over || open) && (
        <Button look="quiet" className={styles['more']} aria-label={`${label}: ${excerpt(text)}`} aria-expanded={open} onClick={toggle}>
          {label}
        </Button>
      )}
    </>
  );
}
