import { type ReactNode, useLayoutEffect, useState } from 'react';
import { classes } from '#ui/theme/classes.ts';
import styles from './header-picture.module.css';

interface HeaderPictureProps {
  /** Undefined while it is being read; its space is reserved. */
  src: string | undefined;
  className?: string | undefined;
}

/** The event's header picture, which is decoration: a gradient if it has none of its own, and nothing if it cannot be loaded. */
export function HeaderPicture({ src, className }: HeaderPictureProps): ReactNode {
  const [missing, setMissing] = useState<string | null>(null);
  const [whole, setWhole] = useState<string | null>(null);
  // In a layout effect, before the picture is requested: the worker could take over before a later effect.
  useLayoutEffect(() => (src?.startsWith('/') ? keepOnceControlled(src) : undefined), [src]);
  if (src !== undefined && missing === src) return null;
  // The server sends the square logo for an event without a picture. The gradient covers it from the beginning.
  const covered = whole === src ? null : mayBeLogo.exec(src ?? '');
  return (
    <img
      className={classes(styles.picture, covered && styles.gradient, className)}
      data-tone={covered ? Number(covered[1] ?? 0) % 6 : undefined}
      src={src}
      width={1600}
      height={600}
      alt=""
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => src && naturalWidth !== naturalHeight && setWhole(src)}
      onError={() => src !== undefined && setMissing(src)}
    />
  );
}

/** Paths of default pictures; an uploaded picture is never the logo. */
const mayBeLogo = /^\/images\/(?:events\/(\d+)|logo)/;

/**
 * Requests a picture again that was loaded before the service worker took over, so that the worker stores it, even if the person has left
 * the screen.
 */
function keepOnceControlled(src: string): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container || container.controller) return;
  container.addEventListener('controllerchange', () => void fetch(src).catch(() => undefined), { once: true });
}
