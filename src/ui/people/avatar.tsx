import type { ReactNode } from 'react';
import { isPictureLink, thumbnailOf } from '#contract/pictures.ts';
import styles from './avatar.module.css';
import { classes } from '../theme/classes.ts';

interface AvatarProps {
  name: string;
  image: string | null;
  small?: boolean;
  large?: boolean;
}

/** Shown without a picture and a name. */
const placeholder = '/images/placeholder-profile.svg';

/** A person's picture, or their initials. Decorative: the name is next to it. */
export function Avatar({ name, image, small = false, large = false }: AvatarProps): ReactNode {
  const className = classes(styles.avatar, small && styles.small, large && styles.large);
  const shown = image ?? (name.trim() === '' ? placeholder : null);
  if (shown !== null) return <img className={className} src={isPictureLink(shown) ? thumbnailOf(shown) : shown} alt="" decoding="async" />;
  return (
    <span className={className} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** Returns the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => /^./u.exec(word ?? '')?.[0] ?? '');
  return letters.join('').toLocaleUpperCase();
}
