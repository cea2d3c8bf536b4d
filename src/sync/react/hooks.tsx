import { useLiveQuery } from 'dexie-react-hooks';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { EventRow } from '../../../contract/resources/events.ts';
import type { Me } from '../../../contract/resources/me.ts';
import type { Actor } from '../../../contract/roles.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import type { SyncClient } from '../engine/client.ts';
import { openDraft, type DraftWriter } from '../engine/drafts.ts';
import type { Here } from '../mirror/here.ts';
import type { Observable } from '../device/observable.ts';
import type { Session, SessionState } from '../session/session.ts';
import type { Site } from '../session/site.ts';
import { type RefreshProblem, refreshProblem, type SyncStatus } from '../engine/status.ts';

const SessionContext = createContext<Session | null>(null);
const SyncContext = createContext<SyncClient | null>(null);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }): ReactNode {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function SyncProvider({ client, children }: { client: SyncClient; children: ReactNode }): ReactNode {
  return <SyncContext value={client}>{children}</SyncContext>;
}

export function useSession(): Session {
  return present(useContext(SessionContext), 'SessionProvider');
}

/** What the operator says about this server, asked anew by each screen that shows it. */
export function useSite(): Site {
  const session = useSession();
  useEffect(() => void session.loadSite(), [session]);
  return useObservable(session.site);
}

export function useSync(): SyncClient {
  return present(useContext(SyncContext), 'SyncProvider');
}

/** Asks the server for the latest; `say` hears why what is shown may not be it. */
export function useRefresh(say: (problem: RefreshProblem) => void): () => Promise<void> {
  const client = useSync();
  return async () => {
    await client.syncNow();
    const problem = refreshProblem(client.status.get());
    if (problem !== null) say(problem);
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

/** A live query over this device's database; `undefined` until its first result. */
export function useLive<T>(query: (db: EventDatabase) => Promise<T> | T, deps: readonly unknown[]): T | undefined {
  const { db } = useSync();
  return useLiveQuery(() => query(db), [db, ...deps]);
}

/** `undefined` until it is read. */
export function useHere(): Here | undefined {
  return useObservable(useSync().here);
}

export function useMe(): Me | undefined {
  return useHere()?.me;
}

/** Who the contract's `may` is to be asked about; null until the mirror knows. */
export function useActor(): Actor | null {
  const me = useMe();
  return useMemo(() => {
    if (!me) return null;
    const eventRoles = Object.fromEntries(me.memberships.map(({ eventId, role }) => [eventId, role]));
    return { userId: me.id, role: me.role, eventRoles };
  }, [me]);
}

export function useActiveEvent(): EventRow | undefined {
  return useHere()?.event;
}

/** All commands that are not settled, in the order of the taps. */
export function useOutbox(): OutboxEntry[] | undefined {
  return useLive((db) => db.outbox.orderBy('seq').toArray(), []);
}

/**
 * Text of a form that is there again after the app was killed; `id` names the form, and with another name it is another text. `clear` ends what
 * was there when it was given: what was typed since, while that was being saved, stays.
 */
export function useDraft(id: string): [text: string, setText: (text: string) => void, clear: () => Promise<void>] {
  const client = useSync();
  const [shown, show] = useState({ id, text: '' });
  const text = shown.id === id ? shown.text : '';
  const latest = useRef(text);
  // As soon as it is drawn, both: what is typed before the effects that come later would not be kept.
  useLayoutEffect(() => void (latest.current = text));
  const setText = (next: string): void => show({ id, text: next });
  const writer = useRef<DraftWriter | null>(null);
  useLayoutEffect(() => {
    let open = true;
    const draft = openDraft(client, id);
    writer.current = draft;
    const restore = async (): Promise<void> => {
      const stored = await draft.read();
      if (open && stored !== '') show((typed) => (typed.id === id && typed.text !== '' ? typed : { id, text: stored }));
    };
    // A database that was closed meanwhile has nothing to restore.
    void restore().catch(() => undefined);
    return () => {
      open = false;
      void draft.flush().catch(() => undefined);
    };
  }, [client, id]);
  const write = (next: string): void => {
    setText(next);
    writer.current?.write(next);
  };
  const clear = async (): Promise<void> => {
    if (latest.current !== text) return;
    setText('');
    // A draft that cannot be removed is shown again; what was sent from it was stored before.
    await writer.current?.clear().catch(() => undefined);
  };
  return [text, write, clear];
}

function present<T>(value: T | null, provider: string): T {
  if (value === null) throw new Error(`used outside of ${provider}`);
  return value;
}
