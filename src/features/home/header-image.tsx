import type { ReactNode } from 'react';
import type { EventRow } from '#contract/resources/events.ts';
import { EventPicture } from '#pictures/event-picture.tsx';
import styles from './home.module.css';

export function HeaderImage({ event }: { event: EventRow }): ReactNode {
  return <EventPicture event={event} className={styles.image} />;
}
