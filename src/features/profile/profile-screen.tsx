import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxEntry } from '../../db/records.ts';
import { useLive, useOutbox, useSync } from '../../sync/react/hooks.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { OwnDataCard } from './own-data-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';

interface ProfileScreenProps {
  /** Shows a refused command in its place. */
  Refused: ComponentType<{ entry: OutboxEntry }>;
  /** This device is nobody's any more. */
  onLeft: () => Promise<void>;
}

/** What one is to the others, one's password, and what is stored about one. */
export function ProfileScreen({ Refused, onLeft }: ProfileScreenProps): ReactNode {
  const { t } = useTranslation();
  const { userId } = useSync();
  const me = useLive((db) => db.mirror('me').get(userId), [userId]);
  const refused = useOutbox()?.filter(({ resource, state }) => resource === 'me' && state !== 'waiting') ?? [];
  return (
    <Screen title={t('profile.my_profile')}>
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {me && <ProfileCard me={me} waiting={(me.$pending?.length ?? 0) > 0} />}
      {me && <PasswordCard email={me.email} />}
      {me && <OwnDataCard onLeft={onLeft} />}
    </Screen>
  );
}
