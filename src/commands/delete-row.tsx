import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import type { AnyResource, RowId } from '../../contract/resource.ts';
import { useSync } from '../sync/react/hooks.tsx';
import { Confirm } from '../ui/actions/confirm.tsx';
import { Button } from '../ui/look/button.tsx';
import { toast } from '../ui/over/toasts.ts';

interface DeleteRowProps {
  /** One that has the mutation `remove`. */
  resource: AnyResource;
  row: { readonly id: RowId; readonly eventId: number };
  /** The button's words, and those of the one that agrees. */
  action: string;
  /** What it is about, for those who hear the button and do not see where it stands. */
  about: string;
  /** The question, and what comes of a yes. */
  title: string;
  text: string;
  /** Said where it could not be stored. */
  error: string;
  onDeleted: () => void;
}

/** Asks, then deletes a row. */
export function DeleteRow({ resource, row: { id, eventId }, action, about, error, onDeleted, ...question }: DeleteRowProps): ReactNode {
  const client = useSync();
  const [asking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    setAsking(false);
    try {
      await client.execute(resource, 'remove', {}, { id, eventId });
      onDeleted();
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
