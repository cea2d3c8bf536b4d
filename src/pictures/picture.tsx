import type { ReactNode } from 'react';
import { pictureSize } from '#contract/pictures.ts';
import styles from './picture.module.css';
import { usePicture } from './use-picture.ts';
import { useRetries } from './use-retries.ts';

/** A photo's thumbnail; its space is reserved before it has loaded. */
export function Picture({ name, alt, lazy = true }: { name: string; alt: string; lazy?: boolean }): ReactNode {
  const url = usePicture(name, 'thumbnail');
  const size = pictureSize(name);
  const { attempt, onError } = useRetries(url);
  return (
    <img
      key={attempt}
      className={styles.picture}
      src={url}
      {...size}
      alt={alt}
      loading={lazy ? 'lazy' : 'eager'}
      decoding="async"
      onError={onError}
    />
  );
}
