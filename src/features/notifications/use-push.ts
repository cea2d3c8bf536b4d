import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '#i18n/languages.ts';
import { useObservable, useSync } from '#sync/react/hooks.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import type { PushProblem } from './platform.ts';
import { type PushDevice, pushDevice, type PushState } from './push-device.ts';

export interface Push extends PushState {
  readonly support: PushDevice['support'];
  readonly busy: boolean;
  /** Turns push messages to this device on or off, and reports the result by a toast. Returns the obstacle or null. */
  turn(on: boolean): Promise<PushProblem | null>;
}

export function usePush(device: PushDevice = pushDevice): Push {
  const { t, i18n } = useTranslation();
  const client = useSync();
  const [busy, setBusy] = useState(false);
  const state = useObservable(device.state);
  useEffect(() => {
    const look = (): void => device.look(client.userId);
    look();
    // The permission can also change in the settings of the browser.
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
