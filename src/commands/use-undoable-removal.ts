import { useTranslation } from 'react-i18next';
import { Refusal } from '#contract/errors.ts';
import type { RowId } from '#contract/resource.ts';
import type { ResourceName } from '#contract/resources.ts';
import { reasonText } from '#i18n/errors.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { toast, type ToastAction } from '#ui/overlays/toasts.ts';
import { toastDelivery } from './use-deliver.ts';

export interface Removal {
  /** A resource with the mutations `create` and `remove`. */
  resource: ResourceName;
  row: { readonly id: RowId; readonly eventId: number };
  /** The arguments of `create` that bring the same content back; absent if Undo is not possible. */
  again?: object | undefined;
  /** Shown when the server has confirmed it; undefined if the result is visible. */
  done?: string | undefined;
  /** Shown if the device could not store the command. */
  error: string;
  onRemoved: () => void;
}

/** Returns a function that removes a row at once and offers Undo with the result. */
export function useUndoableRemoval(): (removal: Removal) => Promise<void> {
  const { t } = useTranslation();
  const client = useSync();
  const restore = async ({ resource, row: { id, eventId } }: Removal, again: object): Promise<void> => {
    try {
      const engine = await client.engine();
      // Without network nobody else ever learns of the removal.
      if (await engine.withdrawRemoval(resource, id)) return;
      // The id of a removed row cannot be used again.
      const { delivery } = await engine.deliver([{ resource, mutation: 'create', args: again, eventId }], null);
      toastDelivery(t, await delivery, t('undo.done'));
    } catch {
      toast(t('undo.failed'), 'error');
    }
  };
  return async (removal) => {
    const { resource, row, again, done, error, onRemoved } = removal;
    const action: ToastAction | undefined = again && { label: t('undo.action'), run: () => void restore(removal, again) };
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([{ resource, mutation: 'remove', args: {}, id: row.id, eventId: row.eventId }], null);
      onRemoved();
      if (done !== undefined) toastDelivery(t, await delivery, done, action);
    } catch (problem) {
      toast(reasonText(t, problem instanceof Refusal ? problem.code : undefined, error), 'error');
    }
  };
}
