import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { useActiveEvent, useRefresh, useSyncStatus } from '#sync/react/hooks.tsx';
import { Refused } from '#commands/refused.tsx';
import { Button } from '#ui/theme/button.tsx';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { RefreshButton } from '#ui/actions/refresh-button.tsx';
import { refreshToast } from '#ui/actions/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { useFormBehindButton } from '#ui/forms/form-behind-button.tsx';
import styles from './announcement-card.module.css';
import { AnnouncementCard } from './announcement-card.tsx';
import { type AdminAnnouncements, draftIdOf, newDraftId, useAdminAnnouncements } from './use-admin-announcements.ts';

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

function AnnouncementAdmin({ event, found: all }: AnnouncementAdminProps): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'pull', t('announcements.error')));
  const { rows, problems, newDraft, drafted } = all;
  const { open: adding, close, opener, around } = useFormBehindButton(false, newDraft);
  const here = new Set(rows.map(({ row }) => row.id));
  const homeless = [...problems].filter(([id]) => !here.has(id)).flatMap(([, entries]) => entries);
  // During a first load a row may be absent without being deleted.
  const loading = useSyncStatus().firstLoad !== null;
  const gone = loading ? [] : drafted.filter((id) => !here.has(id));
  return (
    <Screen title={t('admin_announcements.title')}>
      <div className={styles.tools}>
        <Button {...opener(true)} look="primary" disabled={adding}>
          <Plus aria-hidden="true" />
          {t('admin_announcements.add')}
        </Button>
        <RefreshButton onRefresh={refresh} />
      </div>
      {adding && around(<AnnouncementCard event={event} draftId={newDraftId(event.id)} onClose={close} />)}
      {homeless.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {gone.map((id) => (
        <AnnouncementCard key={id} event={event} draftId={draftIdOf(event.id, id)} />
      ))}
      {rows.length === 0 && !adding && <EmptyList icon="📢" title={t('announcements.empty')} text={t('admin_announcements.empty_text')} />}
      <ul className={styles.list}>
        {rows.map((found) => (
          <li key={found.row.id} className={styles.item}>
            <AnnouncementCard event={event} found={found} draftId={draftIdOf(event.id, found.row.id)} />
            {problems.get(found.row.id)?.map((entry) => (
              <Refused key={entry.key} entry={entry} />
            ))}
          </li>
        ))}
      </ul>
    </Screen>
  );
}
