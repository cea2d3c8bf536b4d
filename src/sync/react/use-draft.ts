import { useLayoutEffect, useRef, useState } from 'react';
import { type DraftWriter, openDraft } from '../engine/drafts.ts';
import { useSync } from './hooks.tsx';

/**
 * The text of a form, restored after the app was killed. `id` names the form; another `id` is another text. `about` is the row
 * that it needs, as `resource:id`. `clear` deletes the text of the
 * render that returned it: input that was added since, during a save, stays.
 */
export function useDraft(id: string, about?: string): [text: string, setText: (text: string) => void, clear: () => Promise<void>] {
  const client = useSync();
  const [shown, show] = useState({ id, text: '' });
  const text = shown.id === id ? shown.text : '';
  const latest = useRef(text);
  // Layout effects, since input before later effects would not be stored.
  useLayoutEffect(() => void (latest.current = text));
  const setText = (next: string): void => show({ id, text: next });
  const writer = useRef<DraftWriter | null>(null);
  useLayoutEffect(() => {
    let open = true;
    const draft = openDraft(client, id, about);
    writer.current = draft;
    const restore = async (): Promise<void> => {
      const stored = await draft.read();
      if (!open || stored === '') return;
      const typed = latest.current;
      if (typed.includes(stored)) return;
      // Input from before the database answered is appended to the stored text.
      show({ id, text: stored + typed });
      if (typed !== '') draft.write(stored + typed);
    };
    // A closed database has nothing to restore.
    void restore().catch(() => undefined);
    return () => {
      open = false;
      void draft.close().catch(() => undefined);
    };
  }, [client, id, about]);
  const write = (next: string): void => {
    setText(next);
    writer.current?.write(next);
  };
  const clear = async (): Promise<void> => {
    if (latest.current !== text) return;
    setText('');
    // A draft that cannot be deleted is shown again; the command made of it is stored already.
    await writer.current?.clear().catch(() => undefined);
  };
  return [text, write, clear];
}
