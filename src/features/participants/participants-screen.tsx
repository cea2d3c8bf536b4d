import SearchX from 'lucide-react/icons/search-x';
import UsersRound from 'lucide-react/icons/users-round';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { may } from '#contract/roles.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useActiveEvent, useActor, useIsOffline, useRefresh } from '#sync/react/hooks.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Pagination } from '#ui/layout/pagination.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { Button } from '#ui/theme/button.tsx';
import { SearchField } from '#ui/forms/fields/search-field.tsx';
import { Skeleton } from '#ui/loading/skeleton.tsx';
import { MemberRemoved } from './member-removed.ts';
import { PeopleList } from './people-list.tsx';
import { RemovedPeople } from './removed-people.tsx';
import styles from './participants.module.css';
import { type DirectoryPage, type MirroredPage, useMirroredPage } from './use-directory.ts';
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
  const isBig = mirrored !== undefined && mirrored.outOf !== null;
  const isOffline = useIsOffline();
  const [removals, setRemovals] = useState(0);
  const server = useServerPage({
    eventId: event.id,
    page: isBig ? page : (mirrored?.page ?? page),
    search: deferredSearch,
    mirrored: mirrored?.state,
    refreshes: refreshes + removals,
    // The screen of a big event has nothing better to show until then.
    ...(isBig && deferredSearch === '' && { pause: 0 }),
  });
  const isComing = isBig && server.kind === 'none' && !isOffline && (deferredSearch.trim() === '' || mirrored.total === 0);
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
      {isComing && <Skeleton />}
      {mirrored && !isComing && (
        <MemberRemoved value={() => setRemovals(removals + 1)}>
          <Found
            shown={shownOf(mirrored, server)}
            outOf={server.kind === 'page' ? null : mirrored.outOf}
            searching={deferredSearch.trim() !== ''}
            onClear={clear}
          />
        </MemberRemoved>
      )}
      {mirrored && may(actor, 'event-admin', { eventId: event.id }) && <RemovedPeople key={mirrored.total} event={event} />}
    </>
  );
}

/** Returns the page of the server with the newer version of each person; the server may have more people. */
function shownOf(mirrored: MirroredPage, server: ServerPage): DirectoryPage {
  if (server.kind !== 'page') return mirrored;
  const people = server.page.people.map((person) => {
    const own = mirrored.find(person.id);
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
  /** The number of people of whom the shown ones are those on this device; null if nobody else can be found. */
  outOf: number | null;
  searching: boolean;
  onClear: () => void;
}

function Found({ shown: { people, page, pages, total }, outOf, searching, onClear }: FoundProps): ReactNode {
  const { t } = useTranslation();
  const count = outOf === null ? t('participants.count', { count: total }) : onDevice(t, total, searching ? null : outOf);
  if (total === 0 && !searching) {
    return <EmptyList icon={UsersRound} title={t('participants.empty')} text={t('participants.empty_text')} />;
  }
  return (
    <>
      <div role="status">
        {total === 0 ? (
          <EmptyState
            icon={SearchX}
            title={t(outOf === null ? 'participants.noResults' : 'participants.none_on_device')}
            {...(outOf !== null && { text: t('participants.others_online') })}
          >
            <Button onClick={onClear}>{t('participants.clear_search')}</Button>
          </EmptyState>
        ) : (
          <p className={styles.count}>{count}</p>
        )}
      </div>
      <PeopleList people={people} />
      <Pagination page={Math.min(page, pages)} pages={pages} href={pathOf} />
    </>
  );
}

const onDevice = (t: TFunction, count: number, outOf: number | null): string =>
  outOf === null ? t('participants.found_on_device', { count }) : t('participants.on_device', { count, total: outOf });
