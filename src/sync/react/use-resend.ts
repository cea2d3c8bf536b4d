import type { OutboxEntry } from '../../db/records.ts';
import { useDraft } from './use-draft.ts';
import { resendDraftId } from '../outbox/outbox.ts';

/** What a form gets that changes a refused command before it is sent again. */
export interface ResendProps {
  entry: OutboxEntry;
  /** Sends it again with these arguments; answers whether it was taken. */
  onSend: (args: unknown) => Promise<boolean>;
  onCancel: () => void;
}

interface Resend {
  /** What was typed; it is there again after the app was killed, until it is taken or given up. */
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  readonly send: (args: unknown) => Promise<void>;
  readonly cancel: () => void;
}

export function useResend({ entry, onSend, onCancel }: ResendProps): Resend {
  const [draft, setDraft, clear] = useDraft(resendDraftId(entry.seq));
  const send = async (args: unknown): Promise<void> => {
    if (await onSend(args)) await clear();
  };
  const cancel = (): void => {
    void clear();
    onCancel();
  };
  return { draft, setDraft, send, cancel };
}
