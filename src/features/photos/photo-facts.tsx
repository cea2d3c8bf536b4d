import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participant } from '#contract/resources/participants.ts';
import type { Formats } from '#i18n/formats.ts';
import { useMe } from '#sync/react/hooks.tsx';
import { ReportedMark } from '#commands/moderation/row-menu.tsx';
import { PersonButton } from '#ui/people/person-button.tsx';
import { personName } from '#ui/people/person-name.ts';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import styles from './photo-card.module.css';
import type { StoredPhoto } from './read-photos.ts';

interface PhotoFactsProps {
  photo: StoredPhoto;
  sharer: Participant | undefined;
  formats: Formats;
}

export function PhotoFacts({ photo, sharer, formats }: PhotoFactsProps): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  const name = personName(t, sharer);
  const waits = photo.$pending !== undefined && photo.$pending.length > 0;
  return (
    <p className={styles.facts}>
      <span>{sharer && sharer.userId !== me?.id ? <PersonButton person={sharer}>{name}</PersonButton> : name}</span>
      {waits ? <WaitingMark /> : <time dateTime={photo.createdAt}>{formats.dateTime(photo.createdAt)}</time>}
      <ReportedMark id={photo.id} />
    </p>
  );
}
