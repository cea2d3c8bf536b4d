import { useEffect } from 'react';
import { useSync, useSyncStatus } from '../sync/hooks.tsx';
import { keepServerConfig } from '../sync/server-config.ts';

/** Asks what the operator has set up whenever a network is found. */
export function useKeptServerConfig(): void {
  const client = useSync();
  const online = useSyncStatus().connection === 'online';
  useEffect(() => {
    // What cannot be had or kept now is asked for the next time.
    if (online) void keepServerConfig(client).catch(() => undefined);
  }, [client, online]);
}
