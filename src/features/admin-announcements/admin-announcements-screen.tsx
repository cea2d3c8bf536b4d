import Megaphone from 'lucide-react/icons/megaphone';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import type { EventRow } from '#contract/resources/events.ts';
import type { OutboxEntry } from '#db/records.ts';
import { Refused } from '#commands/refused.tsx';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useActiveEvent, useRefresh, useSyncStatus } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { fromBelow } from '#ui/overlays/over-page.ts';
import { buttonClass } from '#ui/theme/button.tsx';
import styles from './admin-announcements.module.css';
import { AnnouncementState } from './announcement-state.tsx';
import { editorPath, newId, takeEdited } from './paths.ts';
import { type AdminAnnouncement, type AdminAnnouncements, useAdminAnnouncements } from './use-admin-announcements.ts';

export function AdminAnnouncementsScreen(): ReactNode {
  const event = useActiveEvent();
  const found = useAdminAnnouncements(event?.id ?? 0);
  const edited = useRef<string | null>(null);
  useLayoutEffect(() => void (edited.current = takeEdited()), []);
  if (!event || found?.eventId !== event.id) return null;
  return <AnnouncementList key={event.id} event={event} found={found} focus={() => edited.current} />;
}

interface AnnouncementListProps {
  event: EventRow;
  found: AdminAnnouncements;
  /** Returns the id of the announcement whose editor was left, for its row to take the focus. */
  focus: () => string | null;
}

function AnnouncementList({ event, found: { rows, problems, drafts }, focus }: AnnouncementListProps): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'pull', t('announcements.error')));
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const id = focus();
    if (id !== null) list.current?.querySelector<HTMLElement>(`[data-announcement="${id}"]`)?.focus();
    // Only the first draw is the return from the editor.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const here = new Set(rows.map(({ row }) => row.id));
  const homeless = [...problems].filter(([id]) => !here.has(id)).flatMap(([, entries]) => entries);
  // During a first load a row may be absent without being deleted.
  const loading = useSyncStatus().firstLoad !== null;
  const unfinished = [...drafts].filter(([id]) => id === newId || (!loading && !here.has(id)));
  return (
    <Screen title={t('admin_announcements.title')} lead={<BackToOverview />} note={t('admin_announcements.note')} onRefresh={refresh}>
      <div>
        <Link href={editorPath(newId)} state={fromBelow} className={buttonClass('primary')}>
          <Plus aria-hidden="true" />
          {t('admin_announcements.add')}
        </Link>
      </div>
      {homeless.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      {rows.length === 0 && unfinished.length === 0 && (
        <EmptyList icon={Megaphone} title={t('announcements.empty')} text={t('admin_announcements.empty_text')} />
      )}
      {rows.length + unfinished.length > 0 && (
        <ul ref={list} className={styles.list}>
          {unfinished.map(([id, { title }]) => (
            <li key={id} className={styles.item}>
              <Row id={id} title={title.trim() || t('admin_announcements.new')}>
                <p className={styles.state}>
                  <span className={styles.unsavedMark}>{t('admin_announcements.unfinished')}</span>
                  {id !== newId && <span className={styles.dim}>{t('admin_announcements.gone')}</span>}
                </p>
              </Row>
            </li>
          ))}
          {rows.map((one) => (
            <AnnouncementItem
              key={one.row.id}
              event={event}
              one={one}
              drafted={drafts.has(one.row.id)}
              problems={problems.get(one.row.id)}
            />
          ))}
        </ul>
      )}
    </Screen>
  );
}

interface AnnouncementItemProps {
  event: EventRow;
  one: AdminAnnouncement;
  /** True if its editor has unsaved changes. */
  drafted: boolean;
  problems: readonly OutboxEntry[] | undefined;
}

function AnnouncementItem({ event, one, drafted, problems = [] }: AnnouncementItemProps): ReactNode {
  const { t } = useTranslation();
  const { id, title, content } = one.row;
  const [firstLine = ''] = content.trim().split('\n');
  return (
    <li className={styles.item}>
      <Row id={id} title={title}>
        {firstLine !== '' && <p className={styles.line}>{firstLine}</p>}
        <AnnouncementState event={event} {...one} />
        {drafted && <p className={styles.unsavedMark}>{t('admin_announcements.unsaved_changes')}</p>}
      </Row>
      {problems.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
    </li>
  );
}

function Row({ id, title, children }: { id: string; title: string; children: ReactNode }): ReactNode {
  return (
    <article className={styles.row} aria-label={title}>
      <h2 className={styles.title}>
        <Link href={editorPath(id)} state={fromBelow} className={styles.open} data-announcement={id}>
          {title}
        </Link>
      </h2>
      {children}
    </article>
  );
}
