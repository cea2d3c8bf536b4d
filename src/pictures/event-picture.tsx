import type { ReactNode } from 'react';
import { headerPictureOf, isPictureLink, thumbnailOf } from '#contract/pictures.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { HeaderPicture } from '#ui/pictures/header/header-picture.tsx';
import { useWaitingPicture } from './use-picture.ts';

interface EventPictureProps {
  event: Pick<EventRow, 'id' | 'visible' | 'pictureKey' | 'headerImage'>;
  /** True in a list: uses the thumbnail. */
  small?: boolean;
  className?: string | undefined;
}

/** An event's header picture, also while it is pending. */
export function EventPicture({ event, small = false, className }: EventPictureProps): ReactNode {
  const [waits, url] = useWaitingPicture(event.headerImage ?? null);
  const link = headerPictureOf(event);
  return <HeaderPicture src={waits ? url : small && isPictureLink(link) ? thumbnailOf(link) : link} className={className} />;
}
