import { Dexie } from 'dexie';
import { noVotes, readRichFeedback, type RichFeedback } from '#contract/rules/rich-feedback.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { useDraft } from '#sync/react/use-draft.ts';

export const emptyFeedback: RichFeedback = {
  rating: 0,
  votes: noVotes,
  freeText: '',
};

/** Returns the draft of the form, which survives a restart. */
export function useRichDraft(
  draftId: string,
): [said: RichFeedback, say: (part: Partial<RichFeedback>) => void, clear: () => Promise<void>] {
  const [text, setText, clear] = useDraft(draftId);
  const said = { ...emptyFeedback, ...readRichFeedback(text) };
  const say = (part: Partial<RichFeedback>): void => {
    const next = { ...said, ...part };
    setText(isNothing(next) ? '' : JSON.stringify(next));
  };
  return [said, say, clear];
}

export const isNothing = ({ rating, votes, freeText }: RichFeedback): boolean =>
  rating === 0 && freeText.trim() === '' && Object.values(votes).every((vote) => vote === null);

/** Returns whether this person sent rich feedback and if it is pending; null if they sent none, undefined until it is read. */
export function useSentFeedback(eventId: number): { readonly waiting: boolean } | null | undefined {
  return useLive(
    async (db) => {
      const given = await db.mirror('feedback').where('[eventId+id]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).toArray();
      const rich = given.filter(({ content }) => readRichFeedback(content) !== null);
      return rich.length === 0 ? null : { waiting: rich.some(({ $pending }) => ($pending?.length ?? 0) > 0) };
    },
    [eventId],
  );
}
