import { type ReactNode, useState } from 'react';
import { pictureSize } from '../../contract/pictures.ts';
import styles from './picture.module.css';
import { useSyncStatus } from '../sync/react/hooks.tsx';
import { usePicture } from './use-picture.ts';

/** A photo's thumbnail; takes its room before it is there. */
export function Picture({ name, alt, lazy = true }: { name: string; alt: string; lazy?: boolean }): ReactNode {
  const url = usePicture(name, 'thumbnail');
  const size = pictureSize(name);
  // What did not come is asked for once more when the network is back: by itself an image tries once.
  const online = useSyncStatus().connection === 'online';
  const [tried, setTried] = useState({ online, failed: false, count: 0 });
  if (online !== tried.online) setTried({ online, failed: tried.failed && !online, count: tried.count + Number(online && tried.failed) });
  return <img key={tried.count} onError={() => setTried({ ...tried, failed: true })} className={styles['picture']} src={url} {...size} alt={alt} loading={lazy ? 'lazy' : 'eager'} decoding="async" />;
}
