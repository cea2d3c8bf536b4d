import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive, useSync } from '#sync/react/hooks.tsx';
import { Refused } from '#commands/refused.tsx';
import { useRefused } from '#commands/use-refused.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { DevicesCard } from './devices/devices-card.tsx';
import { EmailCard } from './email-card.tsx';
import { HiddenPeopleCard } from './hidden-people-card.tsx';
import { OwnDataCard } from './own-data/own-data-card.tsx';
import { PasswordCard } from './password/password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SecondFactorCard } from './second-factor/second-factor-card.tsx';

export function ProfileScreen(): ReactNode {
  const { t } = useTranslation();
  const { userId } = useSync();
  const me = useLive((db) => db.mirror('me').get(userId), [userId]);
  const refused = useRefused(['me', 'hiddenPeople']);
  return (
    <Screen title={t('profile.my_profile')}>
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {me && <ProfileCard me={me} waiting={(me.$pending?.length ?? 0) > 0} />}
      {me && <EmailCard me={me} waiting={(me.$pending?.length ?? 0) > 0} />}
      {me && <PasswordCard email={me.email} />}
      {me && <SecondFactorCard me={me} />}
      {me && <HiddenPeopleCard />}
      {me && <DevicesCard />}
      {me && <OwnDataCard />}
    </Screen>
  );
}
