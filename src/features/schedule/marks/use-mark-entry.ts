import { useTranslation } from 'react-i18next';
import { useSync } from '#sync/react/hooks.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import type { MarkChange } from './mark-command.ts';

/** Returns a function that changes the person's mark on an entry; it returns whether the device stored the change. */
export function useMarkEntry(entry: { readonly id: string; readonly eventId: number }): (change: MarkChange) => Promise<boolean> {
  const { t } = useTranslation();
  const client = useSync();
  return async (change) => {
    try {
      // The engine loads the contract, which the schedule shows its entries without.
      const engine = await client.engine();
      const { markCommand } = await import('./mark-command.ts');
      await engine.executeAll([markCommand({ entry, userId: client.userId }, change)], null);
      return true;
    } catch {
      toast(t('agenda.mark_error'), 'error');
      return false;
    }
  };
}
