import { useEffect, useRef, useState } from 'react';
import { type Device, listDevices, signOutDevice, signOutOthers } from '#contract/endpoints/devices.ts';
import { useIsOffline, useSync } from '#sync/react/hooks.tsx';
import { errorCodeOf, type Outcome } from '#sync/wire/transport.ts';

interface Devices {
  /** The last answer of the server; null until one arrives. */
  readonly list: readonly Device[] | null;
  /** The outcome of the last request if it brought no answer. */
  readonly failed: Outcome | null;
  /** Requests the list, and keeps the old one until it arrives. */
  readonly load: () => void;
  /** Ends one session, or all but this one. Resolves with the failure, or null. */
  readonly signOut: (which: Device | 'others') => Promise<Outcome | null>;
}

/** Returns the sessions of the person, requested at once and when the network is back. */
export function useDevices(): Devices {
  const client = useSync();
  const offline = useIsOffline();
  const [list, setList] = useState<readonly Device[] | null>(null);
  const [failed, setFailed] = useState<Outcome | null>(null);
  const [round, setRound] = useState(0);
  const latest = useRef(0);
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const own = (latest.current += 1);
      const outcome = await client.call({ method: 'GET', path: listDevices.path });
      if (own !== latest.current) return;
      const answer = listDevices.answer.safeParse(outcome.kind === 'answer' && outcome.status === 200 ? outcome.body : null);
      if (answer.success) setList(answer.data);
      setFailed(answer.success ? null : outcome);
    };
    void ask();
  }, [client, offline, round]);
  const signOut = async (which: Device | 'others'): Promise<Outcome | null> => {
    const path = which === 'others' ? signOutOthers.path : signOutDevice.path.replace(':id', which.id);
    const outcome = await client.call({ method: 'DELETE', path });
    // A session that has ended already counts as success.
    const isDone = outcome.kind === 'answer' && (outcome.status === 200 || errorCodeOf(outcome) === 'not_found');
    if (!isDone) return outcome;
    // Ignores requests in flight, which may return the old list.
    latest.current += 1;
    setList((before) => before?.filter((one) => one.current || (which !== 'others' && one.id !== which.id)) ?? null);
    return null;
  };
  return { list, failed, load: () => setRound(round + 1), signOut };
}
