import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '../../../contract/resources/events.ts';
import { useActiveEvent, useRefresh, useSyncStatus } from '../../sync/react/hooks.tsx';
import { Refused } from '../../commands/refused.tsx';
import { Button } from '../../ui/look/button.tsx';
import { EmptyList } from '../../feature/empty-list.tsx';
import { RefreshButton } from '../../ui/actions/refresh-button.tsx';
import { refreshToast } from '../../ui/actions/refresh-toast.ts';
import { Screen } from '../../ui/screen/screen.tsx';
import { useFormBehindButton } from '../../ui/forms/form-behind-button.tsx';
import styles from './announcement-card.module.css';
import { AnnouncementCard } from './announcement-card.tsx';
import { type AdminAnnouncements, draftIdOf, newDraftId, useAdminAnnouncements } from './use-admin-announcements.ts';

/** All announcements of the event, to be written, changed, and switched on and off. */
export function AdminAnnouncementsScreen(): ReactNode {
  const event = useActiveEvent();
  const found = useAdminAnnouncements(event?.id ?? 0);
  if (!event || found?.eventId !== event.id) return null;
  return <AnnouncementAdmin key={event.id} event={event} found={found} />;
}

interface AnnouncementAdminProps {
  event: EventRow;
  found: AdminAnnouncements;
}

function AnnouncementAdmin({ event, found }: AnnouncementAdminProps): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'pull', t('announcements.error')));
  const { rows, problems, newDraft, drafted } = found;
  const { open: adding, close, opener, around } = useFormBehindButton(false, newDraft);
  const here = new Set(rows.map(({ row }) => row.id));
  const homeless = [...problems].filter(([id]) => !here.has(id)).flatMap(([, entries]) => entries);
  // While the mirror is loaded anew, what is not there yet is not gone.
  const loading = useSyncStatus().firstLoad !== null;
  const gone = loading ? [] : drafted.filter((id) => !here.has(id));
  return (
    <Screen title={t('admin_announcements.title')}>
      <div className={styles['tools']}>
        <Button {...opener(true)} look="primary" disabled={adding}>
          <Plus aria-hidden="true" />
          {t('admin_announcements.add')}
        </Button>
        <RefreshButton onRefresh={refresh} />
      </div>
      {adding && around(<AnnouncementCard eventId={event.id} row={null} draftId={newDraftId(event.id)} waiting={false} onClose={close} />)}
      {homeless.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {gone.map((id) => (
        <AnnouncementCard key={id} eventId={event.id} row={null} draftId={draftIdOf(event.id, id)} waiting={false} />
      ))}
      {rows.length === 0 && !adding && <EmptyList icon="📢" title={t('announcements.empty')} text={t('admin_announcements.empty_text')} />}
      <ul className={styles['list']}>
        {rows.map(({ row, waiting }) => (
          <li key={row.id} className={styles['item']}>
            <AnnouncementCard eventId={event.id} row={row} draftId={draftIdOf(event.id, row.id)} waiting={waiting} />
            {problems.get(row.id)?.map((entry) => (
              <Refused key={entry.key} entry={entry} />
            ))}
          </li>
        ))}
      </ul>
    </Screen>
  );
}
