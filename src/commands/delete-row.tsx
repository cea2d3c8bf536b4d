import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { Button } from '#ui/theme/button.tsx';
import { type RowDeletion, useDeleteRow } from './use-delete-row.tsx';

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
