import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '#i18n/languages.ts';
import { useOnline, useSync } from '#sync/react/hooks.tsx';
import { type PushDevice, pushDevice } from './push-device.ts';

/** Keeps the push subscription of this browser alive; renders nothing. */
export function KeptPush(): null {
  useKeptPush();
  return null;
}

/** Registers the subscription at each start, and in the current language, which may have changed without network. */
export function useKeptPush(device: PushDevice = pushDevice): void {
  const { i18n } = useTranslation();
  const client = useSync();
  const language = languageOf(i18n.language);
  const online = useOnline();
  useEffect(() => {
    if (online) void device.keep(client, language);
  }, [device, client, language, online]);
}
