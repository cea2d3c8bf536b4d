import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { may } from '#contract/roles.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useActiveEvent, useActor, useRefresh } from '#sync/react/hooks.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Pagination } from '#ui/layout/pagination.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { Button } from '#ui/theme/button.tsx';
import { SearchField } from '#ui/forms/fields/search-field.tsx';
import { PeopleList } from './people-list.tsx';
import { RemovedPeople } from './removed-people.tsx';
import styles from './participants.module.css';
import { type DirectoryPage, useMirroredPage } from './use-directory.ts';
import { type ServerPage, useServerPage } from './use-server-page.ts';

const pathOf = (page: number): string => (page === 1 ? '/participants' : `/participants/${page}`);

/** Lists the members of the event with search and contacts; `page` counts from 1. */
export function ParticipantsScreen({ page }: { page: number }): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t));
  const [refreshes, setRefreshes] = useState(0);
  const refreshAll = async (): Promise<void> => {
    await refresh();
    setRefreshes(refreshes + 1);
  };
  const event = useActiveEvent();
  return (
    <Screen wide title={t('participants.title')} onRefresh={refreshAll}>
      {event && <Directory event={event} page={page} refreshes={refreshes} />}
    </Screen>
  );
}

function Directory({ event, page, refreshes }: { event: EventRow; page: number; refreshes: number }): ReactNode {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const actor = useActor();
  const deferredSearch = useDeferredValue(search);
  const mirrored = useMirroredPage(event.id, page, deferredSearch);
  const server = useServerPage({
    eventId: event.id,
    page: mirrored?.page ?? page,
    search: deferredSearch,
    mirrored: mirrored?.state,
    refreshes,
  });
  const change = (text: string): void => {
    setSearch(text);
    if (page > 1) navigate(pathOf(1), { replace: true });
  };
  const clear = (): void => {
    change('');
    field.current?.focus();
  };
  return (
    <>
      <div className={styles.search}>
        <SearchField ref={field} label={t('participants.search')} value={search} onChange={change} />
      </div>
      <Problem result={server} />
      {mirrored && <Found shown={shownOf(mirrored, server)} searching={deferredSearch.trim() !== ''} onClear={clear} />}
      {mirrored && may(actor, 'event-admin', { eventId: event.id }) && <RemovedPeople key={mirrored.total} event={event} />}
    </>
  );
}

/** Returns the page of the server with the newer version of each person; the server may have more people. */
function shownOf(mirrored: DirectoryPage, server: ServerPage): DirectoryPage {
  if (server.kind !== 'page') return mirrored;
  const here = new Map(mirrored.people.map((person) => [person.id, person]));
  const people = server.page.people.map((person) => {
    const own = here.get(person.id);
    return own && own.version >= person.version ? own : person;
  });
  return { ...server.page, people };
}

function Problem({ result }: { result: ServerPage }): ReactNode {
  const { t } = useTranslation();
  if (result.kind !== 'no-network' && result.kind !== 'error') return null;
  const { kind } = result;
  return (
    <p role="alert" className={styles.problem}>
      {kind === 'error'
        ? t('participants.error', { status: `${result.status} ${result.statusText}`.trim() })
        : t('participants.error_fetch')}{' '}
      {t('participants.as_on_device')}
    </p>
  );
}

interface FoundProps {
  shown: DirectoryPage;
  searching: boolean;
  onClear: () => void;
}

function Found({ shown: { people, page, pages, total }, searching, onClear }: FoundProps): ReactNode {
  const { t } = useTranslation();
  if (total === 0 && !searching) {
    return <EmptyList icon="👥" title={t('participants.empty')} text={t('participants.empty_text')} />;
  }
  return (
    <>
      <div role="status">
        {total === 0 ? (
          <EmptyState icon="🔍" title={t('participants.noResults')}>
            <Button onClick={onClear}>{t('participants.clear_search')}</Button>
          </EmptyState>
        ) : (
          <p className={styles.count}>{t('participants.count', { count: total })}</p>
        )}
      </div>
      <PeopleList people={people} />
      <Pagination page={Math.min(page, pages)} pages={pages} href={pathOf} />
    </>
  );
}
