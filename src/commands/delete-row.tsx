import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyResource, RowId } from '#contract/resource.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { Button } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { toastDelivery } from './use-deliver.ts';

interface DeleteRowProps {
  /** A resource with the mutation `remove`. */
  resource: AnyResource;
  row: { readonly id: RowId; readonly eventId: number };
  /** The text of the button and of the confirmation. */
  action: string;
  /** Names the row in the accessible name of the button. */
  about: string;
  title: string;
  text: string;
  /** Shown when the server has confirmed it; undefined if the result is visible. */
  done?: string;
  /** Shown if the device could not store the command. */
  error: string;
  onDeleted: () => void;
}

export function DeleteRow({
  resource,
  row: { id, eventId },
  action,
  about,
  done,
  error,
  onDeleted,
  ...question
}: DeleteRowProps): ReactNode {
  const { t } = useTranslation();
  const client = useSync();
  const [asking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    setAsking(false);
    try {
      const engine = await client.engine();
      const { delivery } = await engine.deliver([{ resource, mutation: 'remove', args: {}, id, eventId }], null);
      onDeleted();
      if (done !== undefined) toastDelivery(t, await delivery, done);
    } catch {
      toast(error, 'error');
    }
  };
  return (
    <>
      <Button look="subtle" aria-label={`${action}: ${about}`} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {action}
      </Button>
      {asking && <Confirm {...question} action={action} onConfirm={() => void remove()} onCancel={() => setAsking(false)} />}
    </>
  );
}
