import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../../commands/refused.tsx';
import { useActiveEvent, useRefresh, useSyncStatus } from '../../sync/react/hooks.tsx';
import { RefreshButton } from '../../ui/actions/refresh-button.tsx';
import { refreshToast } from '../../ui/actions/refresh-toast.ts';
import { Skeleton } from '../../ui/loading/skeleton.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { BlocksForm } from './blocks-form.tsx';
import { useAdminBlocks } from './use-admin-blocks.ts';

/** The blocks of contact links, to be written, ordered and cut. */
export function AdminContactLinksScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const found = useAdminBlocks(event?.id ?? 0);
  const refresh = useRefresh(refreshToast(t, 'contact_links'));
  // While the mirror is loaded anew, what is not there yet is not gone.
  const loading = useSyncStatus().firstLoad !== null;
  if (!event || found?.eventId !== event.id) return null;
  return (
    <Screen title={t('contact_links.manage')} actions={<RefreshButton onRefresh={refresh} />}>
      {found.problems.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {loading ? <Skeleton /> : <BlocksForm key={event.id} {...found} />}
    </Screen>
  );
}
