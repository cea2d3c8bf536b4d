import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { Button } from '../look/button.tsx';
import { Confirm } from './confirm.tsx';
import { toast } from '../over/toasts.ts';

interface DeleteButtonProps {
  /** The button's words, and those of the one that agrees. */
  action: string;
  /** What it is about, for those who hear the button and do not see where it stands. */
  about?: string;
  /** The question, and what comes of a yes. */
  title: string;
  text: string;
  /** Resolves when it is stored; what it throws is said in the words of `error`. */
  onDelete: () => Promise<unknown>;
  error: string;
  onDeleted: () => void;
}

/** Asks, then deletes. */
export function DeleteButton({ action, about, title, text, onDelete, error, onDeleted }: DeleteButtonProps): ReactNode {
  const [asking, setAsking] = useState(false);
  const remove = async (): Promise<void> => {
    setAsking(false);
    try {
      await onDelete();
      onDeleted();
    } catch {
      toast(error, 'error');
    }
  };
  return (
    <>
      <Button look="subtle" aria-label={about === undefined ? undefined : `${action}: ${about}`} onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {action}
      </Button>
      {asking && <Confirm title={title} text={text} action={action} onConfirm={() => void remove()} onCancel={() => setAsking(false)} />}
    </>
  );
}
