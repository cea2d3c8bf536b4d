import { type ReactNode, useLayoutEffect, useState } from 'react';
import { classes } from '../look/classes.ts';
import styles from './header-picture.module.css';

/** The event's header picture, which is decoration; takes no room where it cannot be loaded. */
export function HeaderPicture({ src, className }: { src: string; className?: string | undefined }): ReactNode {
  const [missing, setMissing] = useState<string | null>(null);
  // An event without a picture of its own is shown by the logo, whole.
  const [isLogo, setIsLogo] = useState(false);
  // Before the picture is asked for: the worker could take over between that and an effect.
  useLayoutEffect(() => keepOnceControlled(src), [src]);
  if (missing === src) return null;
  return (
    <img
      className={classes(styles['picture'], isLogo && styles['logo'], className)}
      src={src}
      width={1600}
      height={600}
      alt=""
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setIsLogo(naturalWidth === naturalHeight)}
      onError={() => setMissing(src)}
    />
  );
}

/** A picture that was loaded before the service worker took over is asked for once more, so that the worker keeps it, wherever the person is by then. */
function keepOnceControlled(src: string): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container || container.controller) return;
  container.addEventListener('controllerchange', () => void fetch(src).catch(() => undefined), { once: true });
}
