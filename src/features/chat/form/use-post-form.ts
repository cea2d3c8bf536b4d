import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { entityKey } from '#contract/resource.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { mentionOf, mentionsIn } from '#contract/rules/mentions.ts';
import { type People, peopleOf } from '#sync/mirror/people.ts';
import { command } from '#sync/outbox/command.ts';
import { useLive, useSync } from '#sync/react/hooks.tsx';
import { useDraft } from '#sync/react/use-draft.ts';
import { readText } from '#ui/forms/form-result.ts';
import { type Form, useForm } from '#ui/forms/use-form.ts';
import { personName } from '#ui/people/person-name.ts';
import { changedDraft, mentionPlaces, shownDraft } from '#features/chat/mentions/draft-text.ts';

export interface PostFormOptions {
  draftId: string;
  eventId: number;
  replyToId: string | null;
  /** The field takes the focus when the form appears. */
  takesFocus: boolean;
  onPosted: () => void;
}

interface PostForm {
  readonly form: Form<'text'>;
  /** The text of the field, in which people have names. */
  readonly content: string;
  /** `caret` is the end of the change, if it is known. */
  readonly setContent: (text: string, caret?: number) => void;
  /** The places of the mentions in the text. */
  readonly places: readonly number[];
  /** Puts a mention and a space in place of a part of the text. */
  readonly mention: (person: Participant, from: number, to: number) => void;
}

const nobody: People = new Map();

/** A post or a reply. Typed text is kept as a draft, with ids like a post; a post is stored before the field is cleared. */
export function usePostForm({ draftId, eventId, replyToId, takesFocus, onPosted }: PostFormOptions): PostForm {
  const { t } = useTranslation();
  const client = useSync();
  const [draft, setDraft, clear] = useDraft(draftId, replyToId === null ? undefined : entityKey({ resource: 'posts', id: replyToId }));
  const [chosen, setChosen] = useState(nobody);
  const mentioned = mentionsIn(draft);
  const read = useLive(mentioned.length === 0 ? null : (db) => peopleOf(db, eventId, mentioned), [eventId, mentioned.join(' ')]);
  // The device may not hold a chosen person of a big event yet, and would return a stand-in.
  const nameOf = (userId: number): string => personName(t, chosen.get(userId) ?? read?.get(userId));
  const content = shownDraft(draft, nameOf);
  const over = mentioned.length > limits.mentions && t('chat_create.too_many_mentions', { number: limits.mentions });
  const form = useForm({
    read:
      over === false
        ? readText(draft, limits.postLength, {
            empty: t('chat_create.empty_message'),
            tooLong: (count) => t('chat_create.too_long', { count }),
          })
        : { kind: 'wrong', wrong: { text: over } },
    focus: takesFocus ? 'text' : undefined,
    failure: t('chat_create.error'),
    send: async (text) => {
      const engine = await client.engine();
      await engine.executeAll([command('posts', 'create', { content: text, replyToId }, { eventId })], draftId);
      await clear();
      onPosted();
    },
  });
  return {
    form,
    content,
    setContent: (text, caret) => setDraft(changedDraft(draft, text, nameOf, caret)),
    places: mentionPlaces(draft, nameOf),
    mention: (person, from, to) => {
      setChosen(new Map([...chosen, [person.userId, person]]));
      const before = changedDraft(draft, content.slice(0, from), nameOf);
      const after = changedDraft(draft, content.slice(to), nameOf, 0);
      setDraft(`${before}${mentionOf(person.userId)} ${after}`);
    },
  };
}
