import { useEffect, useRef, useState } from 'react';
import { type Device, listDevices, signOutDevice, signOutOthers } from '../../../../contract/endpoints/devices.ts';
import { useSync, useSyncStatus } from '../../../sync/react/hooks.tsx';
import { errorCodeOf, type Outcome } from '../../../sync/wire/transport.ts';

interface Devices {
  /** As the server last said; null until it has. */
  readonly list: readonly Device[] | null;
  /** How it was asked for where that brought nothing. */
  readonly failed: Outcome | null;
  /** Asks for the list, and goes on showing what is there until it comes. */
  readonly load: () => void;
  /** Signs one out, or all but this one. Gives what was in the way, or nothing. */
  readonly signOut: (which: Device | 'others') => Promise<Outcome | null>;
}

/** Where the person is signed in: asked at once, and again when the network is back. */
export function useDevices(): Devices {
  const client = useSync();
  const offline = useSyncStatus().connection === 'offline';
  const [list, setList] = useState<readonly Device[] | null>(null);
  const [failed, setFailed] = useState<Outcome | null>(null);
  const [round, setRound] = useState(0);
  const asked = useRef(0);
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const own = (asked.current += 1);
      const outcome = await client.call({ method: 'GET', path: listDevices.path });
      if (own !== asked.current) return;
      const answer = listDevices.answer.safeParse(outcome.kind === 'answer' && outcome.status === 200 ? outcome.body : null);
      if (answer.success) setList(answer.data);
      setFailed(answer.success ? null : outcome);
    };
    void ask();
  }, [client, offline, round]);
  const signOut = async (which: Device | 'others'): Promise<Outcome | null> => {
    const path = which === 'others' ? signOutOthers.path : signOutDevice.path.replace(':id', which.id);
    const outcome = await client.call({ method: 'DELETE', path });
    // One that is over already is what was asked for.
    const isDone = outcome.kind === 'answer' && (outcome.status === 200 || errorCodeOf(outcome) === 'not_found');
    if (!isDone) return outcome;
    // What is on its way may say what was before.
    asked.current += 1;
    setList((before) => before?.filter((one) => one.current || (which !== 'others' && one.id !== which.id)) ?? null);
    return null;
  };
  return { list, failed, load: () => setRound(round + 1), signOut };
}
