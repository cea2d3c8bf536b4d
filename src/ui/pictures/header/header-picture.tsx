import { type ReactNode, useLayoutEffect, useState } from 'react';
import { classes } from '#ui/theme/classes.ts';
import styles from './header-picture.module.css';

interface HeaderPictureProps {
  /** Undefined while it is being read; its space is reserved. */
  src: string | undefined;
  className?: string | undefined;
}

/** The event's header picture, which is decoration; renders nothing if it cannot be loaded. */
export function HeaderPicture({ src, className }: HeaderPictureProps): ReactNode {
  const [missing, setMissing] = useState<string | null>(null);
  const [square, setSquare] = useState<string | null>(null);
  // In a layout effect, before the picture is requested: the worker could take over before a later effect.
  useLayoutEffect(() => (src?.startsWith('/') ? keepOnceControlled(src) : undefined), [src]);
  if (src !== undefined && missing === src) return null;
  // An event without its own picture shows the whole logo.
  const isLogo = src !== undefined && square === src && mayBeLogo.test(src);
  return (
    <img
      className={classes(styles.picture, isLogo && styles.logo, className)}
      data-logo={isLogo ? '' : undefined}
      src={src}
      width={1600}
      height={600}
      alt=""
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSquare(src && naturalWidth === naturalHeight ? src : null)}
      onError={() => src !== undefined && setMissing(src)}
    />
  );
}

/** Paths of default pictures; an uploaded picture is never the logo. */
const mayBeLogo = /^\/images\/(events\/|logo)/;

/**
 * Requests a picture again that was loaded before the service worker took over, so that the worker stores it, even if the person has left
 * the screen.
 */
function keepOnceControlled(src: string): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container || container.controller) return;
  container.addEventListener('controllerchange', () => void fetch(src).catch(() => undefined), { once: true });
}
