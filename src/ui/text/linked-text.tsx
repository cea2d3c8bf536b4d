import { Fragment, type ReactNode, useEffect, useState } from 'react';
import type { TextPart } from './links.ts';
import styles from './linked-text.module.css';

type Parse = (text: string) => readonly TextPart[];

/** The code that finds links is loaded for the first text that needs it. */
let loaded: Parse | undefined;

/** A text without any of these has no link. */
const mayHaveLinks = /:|@|www\./i;

/**
 * A text as typed by a person, with addresses as links once the code that finds them is loaded. Nothing is fetched for them. With
 * `pointerOnly` Tab skips them.
 */
export function LinkedText({ text, pointerOnly = false }: { text: string; pointerOnly?: boolean }): ReactNode {
  const mayLink = mayHaveLinks.test(text);
  const [parse, setParse] = useState(() => loaded);
  useEffect(() => {
    if (!mayLink || parse) return;
    let shown = true;
    void import('./links.ts').then(
      ({ linksIn }) => {
        loaded = linksIn;
        if (shown) setParse(() => linksIn);
      },
      // If the code cannot be loaded, the text stays without links.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [mayLink, parse]);
  if (!mayLink || !parse) return text;
  return parse(text).map((part, index) =>
    part.href === undefined ? <Fragment key={index}>{part.text}</Fragment> : <Link key={index} {...part} pointerOnly={pointerOnly} />,
  );
}

function Link({ text, href, pointerOnly }: TextPart & { pointerOnly: boolean }): ReactNode {
  const outside = /^https?:/i.test(href ?? '') ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {};
  return (
    <a className={styles.link} href={href} tabIndex={pointerOnly ? -1 : undefined} {...outside}>
      {text}
    </a>
  );
}
