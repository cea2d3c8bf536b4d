import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { BackLink } from '#feature-kit/back-link.tsx';
import type { EventRow } from '#contract/resources/events.ts';
import { callProblem } from '#feature-kit/call-problem.ts';
import { useIsOffline, useMe, useSync } from '#sync/react/hooks.tsx';
import { FormError } from '#ui/forms/field-error.tsx';
import { FormBehindButton } from '#ui/forms/form-behind-button.tsx';
import { SearchField } from '#ui/forms/fields/search-field.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import { Skeleton } from '#ui/loading/skeleton.tsx';
import { Button } from '#ui/theme/button.tsx';
import { Pagination, useLastPage } from '#ui/layout/pagination.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { EventCard } from './event-card.tsx';
import styles from './event-list.module.css';
import { NewEventForm } from './new-event-form.tsx';
import { OfflineNote } from './offline-note.tsx';
import { useEventPage } from './use-event-page.ts';

const pathOf = (page: number): string => (page === 1 ? '/admin/global/events' : `/admin/global/events/${page}`);

/** Lists all events of the server with search, creation, edits, visibility and deletion. `page` counts from 1. */
export function EventsScreen({ page }: { page: number }): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [, navigate] = useLocation();
  const offline = useIsOffline();
  const inNoEvent = useMe()?.activeEventId === null;
  const [search, setSearch] = useState('');
  const [date, setDate] = useState('');
  const [leads, setLeads] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { found, failed, load } = useEventPage({ page, search, date });
  const pages = found?.pagination.totalPages ?? 1;
  useLastPage(page, failed === null && found ? found.pagination : null, pathOf);

  // Opens the first steps as soon as the device has the first event of the person.
  useEffect(() => {
    if (leads && !inNoEvent) navigate('/admin/first-steps');
  }, [leads, inNoEvent, navigate]);

  const want = (change: () => void): void => {
    change();
    if (page > 1) navigate(pathOf(1), { replace: true });
  };
  const changed = (): void => {
    void load();
    // The device mirrors some of these events.
    void client.engine().then((engine) => engine.pull());
  };
  const created = (_event: EventRow, close: () => void): void => {
    close();
    void load();
    if (inNoEvent) setLeads(true);
  };
  return (
    <Screen
      title={t('admin_events.title')}
      lead={<BackLink href="/admin/global" label={t('admin_global.title')} />}
      note={t('admin_global.events_text')}
      onRefresh={load}
    >
      {offline && <OfflineNote />}
      <div>
        <FormBehindButton icon={<Plus aria-hidden="true" />} label={t('admin_events.new')} hasDraft={undefined}>
          {(close) => (
            <div className={styles.card}>
              <h2 className={styles.title}>{t('admin_events.new')}</h2>
              <NewEventForm onCreated={(event) => created(event, close)} onCancel={close} />
            </div>
          )}
        </FormBehindButton>
      </div>
      <div className={styles.filter}>
        <SearchField ref={field} label={t('admin_events.search')} value={search} onChange={(words) => want(() => setSearch(words))} />
        <TextField type="date" label={t('admin_events.date')} value={date} onChange={({ target }) => want(() => setDate(target.value))} />
      </div>
      {failed && (
        <>
          <FormError error={problemOf(t('admin_events.fetch_failed'), callProblem(t, failed, '', t('admin_events.no_network')))} />
          <div>
            <Button onClick={() => void load()}>{t('app.try_again')}</Button>
          </div>
        </>
      )}
      {found === null && failed === null && <Skeleton blocks={3} />}
      {found && (
        <>
          <p role="status" className={styles.dim}>
            {found.pagination.totalCount === 0 ? t('admin_events.none') : t('admin_events.count', { count: found.pagination.totalCount })}
          </p>
          {found.pagination.totalCount === 0 && (search !== '' || date !== '') && (
            <div>
              <Button
                onClick={() => {
                  setSearch('');
                  setDate('');
                  field.current?.focus();
                }}
              >
                {t('admin_events.clear')}
              </Button>
            </div>
          )}
          <ul className={styles.list}>
            {found.events.map((event) => (
              <li key={event.id}>
                <EventCard event={event} onChanged={changed} />
              </li>
            ))}
          </ul>
          <Pagination page={Math.min(page, pages)} pages={pages} href={pathOf} />
        </>
      )}
    </Screen>
  );
}

/** Returns the failure, with its reason if there is one. */
const problemOf = (failed: string, reason: string): string => (reason === '' ? failed : `${failed}. ${reason}`);
