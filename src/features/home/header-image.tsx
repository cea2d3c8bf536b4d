import type { ReactNode } from 'react';
import type { EventRow } from '../../../contract/resources/events.ts';
import { HeaderPicture } from '../../ui/pictures/header-picture.tsx';
import styles from './header-image.module.css';

export function HeaderImage({ event }: { event: EventRow }): ReactNode {
  return <HeaderPicture eventId={event.id} className={styles['image']} />;
}
