import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyResource, RowId } from '#contract/resource.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { Confirm } from '#ui/actions/confirm.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { Button } from '#ui/theme/button.tsx';
import { toastDelivery } from './use-deliver.ts';

interface DeleteRowProps extends RowDeletion {
  /** Names the row in the accessible name of the button. */
  about: string;
}

export function DeleteRow({ about, ...deletion }: DeleteRowProps): ReactNode {
  const { ask, question } = useDeleteRow(deletion);
  return (
    <>
      <Button look="subtle" aria-label={`${deletion.action}: ${about}`} onClick={ask}>
        <Trash2 aria-hidden="true" />
        {deletion.action}
      </Button>
      {question}
    </>
  );
}

export interface RowDeletion {
  /** A resource with the mutation `remove`. */
  resource: AnyResource;
  row: { readonly id: RowId; readonly eventId: number };
  /** The text of the button and of the confirmation. */
  action: string;
  title: string;
  text: string;
  /** Shown when the server has confirmed it; undefined if the result is visible. */
  done?: string;
  /** Shown if the device could not store the command. */
  error: string;
  /** Gets the focus back after the question; the default is the element that had it. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  onDeleted: () => void;
}

/** Deletes a row after a question. Render `question`. */
export function useDeleteRow(deletion: RowDeletion): { readonly ask: () => void; readonly question: ReactNode } {
  const { resource, row, done, error, onDeleted, ...words } = deletion;
  const { id, eventId } = row;
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
  return {
    ask: () => setAsking(true),
    question: asking && <Confirm {...words} onConfirm={() => void remove()} onCancel={() => setAsking(false)} />,
  };
}
