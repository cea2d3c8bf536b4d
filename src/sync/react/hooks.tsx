import { liveQuery } from 'dexie';
import { useObservable as useDexieObservable } from 'dexie-react-hooks';
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo, useSyncExternalStore } from 'react';
import type { EventRow } from '#contract/resources/events.ts';
import type { Me } from '#contract/resources/me.ts';
import type { Actor } from '#contract/roles.ts';
import type { EventDatabase } from '#db/database.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { SyncClient } from '../engine/client.ts';
import { withReopening } from '../device/reopen-database.ts';
import type { CurrentContext } from '../mirror/current-context.ts';
import type { Observable } from '#lib/observable.ts';
import type { SessionForScreens } from '../session/early-session.ts';
import type { SessionState } from '../session/session-state.ts';
import { type RefreshProblem, refreshProblem, type SyncStatus } from '../engine/status.ts';
import { usePendingQuery } from './pending-queries.ts';

const SessionContext = createContext<SessionForScreens | null>(null);
const SyncContext = createContext<SyncClient | null>(null);

export function SessionProvider({ session, children }: { session: SessionForScreens; children: ReactNode }): ReactNode {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function SyncProvider({ client, children }: { client: SyncClient; children: ReactNode }): ReactNode {
  return <SyncContext value={client}>{children}</SyncContext>;
}

export function useSession(): SessionForScreens {
  return present(useContext(SessionContext), 'SessionProvider');
}

export function useSync(): SyncClient {
  return present(useContext(SyncContext), 'SyncProvider');
}

/** Returns a function that syncs. `report` receives the reason if the data may still be stale. */
export function useRefresh(report: (problem: RefreshProblem) => void): () => Promise<void> {
  const client = useSync();
  return async () => {
    await client.syncNow();
    const problem = refreshProblem(client.status.get());
    if (problem !== null) report(problem);
  };
}

export function useObservable<T>(observable: Observable<T>): T {
  return useSyncExternalStore(observable.subscribe, observable.get);
}

export function useSessionState(): SessionState {
  return useObservable(useSession().state);
}

export function useSyncStatus(): SyncStatus {
  return useObservable(useSync().status);
}

/** Returns what `of` reads from the status. Renders only when that changes: a start changes the whole status several times. */
export function useStatusBy<T>(of: (status: SyncStatus) => T): T {
  const { status } = useSync();
  return useSyncExternalStore(status.subscribe, () => of(status.get()));
}

export const useStatusOf = <Name extends keyof SyncStatus>(name: Name): SyncStatus[Name] => useStatusBy((status) => status[name]);

/** Returns whether the server was reached last. */
export const useOnline = (): boolean => useStatusBy(({ connection }) => connection === 'online');

/** Returns whether the server was not reached last. Before the first answer a device is neither online nor offline. */
export const useIsOffline = (): boolean => useStatusBy(({ connection }) => connection === 'offline');

/** Takes the place of a live query that nobody asks for, and clears the result of an earlier one. */
const nothing = {
  subscribe: (next: (result: undefined) => void) => {
    next(undefined);
    return () => undefined;
  },
};

/**
 * Returns the result of a live query over the device's database, `undefined` until the first result. Null in place of a query costs nothing:
 * most pictures and threads have no rows to look for, and there are many on a screen.
 */
export function useLive<T>(query: ((db: EventDatabase) => Promise<T> | T) | null, deps: readonly unknown[]): T | undefined {
  const client = useSync();
  const { db } = client;
  const isAsked = query !== null;
  const answer = useDexieObservable<{ value: T } | undefined>(() => {
    if (query === null) return nothing;
    return liveQuery(async () => ({
      value: await withReopening(
        db,
        () => query(db),
        () => client.isStopped,
      ),
    }));
  }, [db, isAsked, ...deps]);
  // The first result is drawn in short tasks that a tap may interrupt, a change of a drawn one at once.
  const isDrawn = useDeferredValue(answer !== undefined);
  usePendingQuery(isAsked && !isDrawn);
  return isAsked && isDrawn ? answer?.value : undefined;
}

export function useCurrentContext(): CurrentContext | undefined {
  return useObservable(useSync().context);
}

export function useMe(): Me | undefined {
  return useCurrentContext()?.me;
}

/** Returns the signed-in user as the actor of the contract's `may`, or null until the mirror has it. */
export function useActor(): Actor | null {
  const me = useMe();
  return useMemo(() => {
    if (!me) return null;
    const eventRoles = Object.fromEntries(me.memberships.map(({ eventId, role }) => [eventId, role]));
    return { userId: me.id, role: me.role, eventRoles };
  }, [me]);
}

export function useActiveEvent(): EventRow | undefined {
  return useCurrentContext()?.event;
}

export function useOutbox(): OutboxEntry[] | undefined {
  return useLive((db) => db.outbox.orderBy('seq').toArray(), []);
}

function present<T>(value: T | null, provider: string): T {
  if (value === null) throw new Error(`used outside of ${provider}`);
  return value;
}
