import { useLayoutEffect, useRef, useState } from 'react';
import { type DraftWriter, openDraft } from '../engine/drafts.ts';
import { useSync } from './hooks.tsx';

/**
 * Text of a form that is there again after the app was killed; `id` names the form, and with another name it is another text. `clear` ends what
 * was there when it was given: what was typed since, while that was being saved, stays.
 */
export function useDraft(id: string): [text: string, setText: (text: string) => void, clear: () => Promise<void>] {
  const client = useSync();
  const [shown, show] = useState({ id, text: '' });
  const text = shown.id === id ? shown.text : '';
  const latest = useRef(text);
  // As soon as it is drawn, both: what is typed before the effects that come later would not be kept.
  useLayoutEffect(() => void (latest.current = text));
  const setText = (next: string): void => show({ id, text: next });
  const writer = useRef<DraftWriter | null>(null);
  useLayoutEffect(() => {
    let open = true;
    const draft = openDraft(client, id);
    writer.current = draft;
    const restore = async (): Promise<void> => {
      const stored = await draft.read();
      if (!open || stored === '') return;
      const typed = latest.current;
      if (typed.includes(stored)) return;
      // Words that were typed before the device had answered come after the stored ones, and do not replace them.
      show({ id, text: stored + typed });
      if (typed !== '') draft.write(stored + typed);
    };
    // A database that was closed meanwhile has nothing to restore.
    void restore().catch(() => undefined);
    return () => {
      open = false;
      void draft.close().catch(() => undefined);
    };
  }, [client, id]);
  const write = (next: string): void => {
    setText(next);
    writer.current?.write(next);
  };
  const clear = async (): Promise<void> => {
    if (latest.current !== text) return;
    setText('');
    // A draft that cannot be removed is shown again; what was sent from it was stored before.
    await writer.current?.clear().catch(() => undefined);
  };
  return [text, write, clear];
}
