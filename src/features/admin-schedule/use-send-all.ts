import { useTranslation } from 'react-i18next';
import { toastDelivery } from '#commands/use-deliver.ts';
import type { Command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';

/**
 * Stores commands in one transaction and closes their dialog; shows `done` when the server has accepted. Refusals and conflicts appear at
 * each entry. Rejects if the device cannot store them.
 */
export function useSendAll(close: () => void): (commands: readonly Command[], done: string) => Promise<void> {
  const client = useSync();
  const { t } = useTranslation();
  return async (commands, done) => {
    const engine = await client.engine();
    const { delivery } = await engine.deliver(commands, null);
    close();
    // The dialog does not wait for the server.
    void delivery.then((result) => toastDelivery(t, result, done));
  };
}
