import type { ReactNode } from 'react';
import { headerPictureOf } from '../../../contract/pictures.ts';
import type { EventRow } from '../../../contract/resources/events.ts';
import { HeaderPicture } from '../../ui/pictures/header-picture.tsx';
import styles from './header-image.module.css';

export function HeaderImage({ event }: { event: EventRow }): ReactNode {
  return <HeaderPicture src={headerPictureOf(event)} className={styles['image']} />;
}
