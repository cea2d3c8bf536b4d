import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '#commands/refused.tsx';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { RefreshButton } from '#ui/actions/refresh-button.tsx';
import { refreshToast } from '#ui/actions/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { BlocksForm } from './blocks-form.tsx';
import { useAdminBlocks } from './use-admin-blocks.ts';

export function AdminContactLinksScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const found = useAdminBlocks(event?.id ?? 0);
  const refresh = useRefresh(refreshToast(t, 'contact_links'));
  if (!event || found?.eventId !== event.id) return null;
  return (
    <Screen title={t('contact_links.manage')} actions={<RefreshButton onRefresh={refresh} />}>
      {found.problems.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      <BlocksForm key={event.id} {...found} />
    </Screen>
  );
}
