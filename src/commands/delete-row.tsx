import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, type RefObject, useState } from 'react';
import { Confirm } from '#ui/actions/confirm.tsx';
import { Button } from '#ui/theme/button.tsx';
import { type Removal, useUndoableRemoval } from './use-undoable-removal.ts';

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

export interface RowDeletion extends Omit<Removal, 'onRemoved'> {
  /** The text of the button and of the confirmation. */
  action: string;
  title: string;
  text: string;
  /** Gets the focus back after the question; the default is the element that had it. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  onDeleted: () => void;
}

/** Deletes a row after a question. Render `question`. */
export function useDeleteRow(deletion: RowDeletion): { readonly ask: () => void; readonly question: ReactNode } {
  const { resource, row, again, done, error, onDeleted, ...words } = deletion;
  const remove = useUndoableRemoval();
  const [asking, setAsking] = useState(false);
  const confirm = (): void => {
    setAsking(false);
    void remove({ resource, row, again, done, error, onRemoved: onDeleted });
  };
  return {
    ask: () => setAsking(true),
    question: asking && <Confirm {...words} onConfirm={confirm} onCancel={() => setAsking(false)} />,
  };
}
