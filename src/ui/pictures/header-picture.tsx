import { type ReactNode, useLayoutEffect, useState } from 'react';
import { classes } from '../theme/classes.ts';
import styles from './header-picture.module.css';

interface HeaderPictureProps {
  /** Undefined as long as it is being read: its room is taken all the same. */
  src: string | undefined;
  className?: string | undefined;
}

/** The event's header picture, which is decoration; takes no room where it cannot be loaded. */
export function HeaderPicture({ src, className }: HeaderPictureProps): ReactNode {
  const [missing, setMissing] = useState<string | null>(null);
  const [square, setSquare] = useState<string | null>(null);
  // Before the picture is asked for: the worker could take over between that and an effect.
  useLayoutEffect(() => (src?.startsWith('/') ? keepOnceControlled(src) : undefined), [src]);
  if (src !== undefined && missing === src) return null;
  // An event without a picture of its own is shown by the logo, whole.
  const isLogo = src !== undefined && square === src && mayBeLogo.test(src);
  return (
    <img
      className={classes(styles['picture'], isLogo && styles['logo'], className)}
      src={src}
      width={1600}
      height={600}
      alt=""
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSquare(src && naturalWidth === naturalHeight ? src : null)}
      onError={() => src !== undefined && setMissing(src)}
    />
  );
}

/** Where the server says what stands for an event's picture; what was sent for it is never the logo. */
const mayBeLogo = /^\/images\/(events\/|logo)/;

/** A picture that was loaded before the service worker took over is asked for once more, so that the worker keeps it, wherever the person is by then. */
function keepOnceControlled(src: string): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container || container.controller) return;
  container.addEventListener('controllerchange', () => void fetch(src).catch(() => undefined), { once: true });
}
