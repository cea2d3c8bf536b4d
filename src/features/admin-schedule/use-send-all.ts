import { useTranslation } from 'react-i18next';
import { tellDelivery } from '../../commands/use-deliver.ts';
import type { Command } from '../../sync/outbox/outbox.ts';
import { useSync } from '../../sync/react/hooks.tsx';

/**
 * Stores commands that belong together, all or none, and closes what they were made in; `done` is said when the server has taken them. What it
 * refuses, or what others changed meanwhile, is told beside each entry. Throws where the device cannot store them.
 */
export function useSendAll(close: () => void): (commands: readonly Command[], done: string) => Promise<void> {
  const client = useSync();
  const { t } = useTranslation();
  return async (commands, done) => {
    const { delivery } = await client.deliver(commands, null);
    close();
    // The dialog does not wait for the server.
    void delivery.then((said) => tellDelivery(t, said, done));
  };
}
