import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../i18n/languages.ts';
import { useObservable, useSync, useSyncStatus } from '../../sync/react/hooks.tsx';
import { toast } from '../../ui/over/toasts.ts';
import { type PushDevice, type PushProblem, pushDevice, type PushState } from './push-device.ts';

export interface Push extends PushState {
  readonly support: PushDevice['support'];
  readonly busy: boolean;
  /** Turns push messages to this device on or off, and says how that ended. Answers what stood in the way. */
  turn(on: boolean): Promise<PushProblem | null>;
}

/** Whether this device receives push messages, and the means to change that. */
export function usePush(device: PushDevice = pushDevice): Push {
  const { t, i18n } = useTranslation();
  const client = useSync();
  const [busy, setBusy] = useState(false);
  const state = useObservable(device.state);
  useEffect(() => {
    const look = (): void => device.look(client.userId);
    look();
    // Permission is also given and taken in the browser's settings.
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [device, client]);
  const turn = async (on: boolean): Promise<PushProblem | null> => {
    setBusy(true);
    const { problem } = on ? await device.subscribe(client, languageOf(i18n.language)) : await device.unsubscribe(client);
    setBusy(false);
    if (problem) toast(t(`push.${problem}`), 'error');
    else toast(t(on ? 'push.on' : 'push.off'));
    return problem;
  };
  return { ...state, support: device.support, busy, turn };
}

/** Keeps a subscription of this browser alive; there is nothing to see. */
export function KeptPush(): null {
  useKeptPush();
  return null;
}

/** Keeps a subscription alive from start to start, and in the reader's language, which may have been changed without network. */
export function useKeptPush(device: PushDevice = pushDevice): void {
  const { i18n } = useTranslation();
  const client = useSync();
  const language = languageOf(i18n.language);
  const online = useSyncStatus().connection === 'online';
  useEffect(() => {
    if (online) void device.keep(client, language);
  }, [device, client, language, online]);
}
