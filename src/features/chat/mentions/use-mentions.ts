import { Dexie } from 'dexie';
import { type KeyboardEvent, type RefObject, type SyntheticEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Participant } from '#contract/resources/participants.ts';
import type { EventDatabase } from '#db/database.ts';
import { hiddenBy } from '#sync/mirror/people.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { threadOf } from '../read-chat.ts';
import { completions, mentionBefore } from './complete.ts';
import { useFoundPeople } from './use-found-people.ts';

/** The latest posts whose authors come first. */
const latest = 40;

interface Source {
  readonly eventId: number;
  /** The thread that is answered. */
  readonly replyToId: string | null;
  /** The text of the field, and the places of its mentions. */
  readonly text: string;
  readonly places: readonly number[];
  /** Replaces the text between two places by a mention and a space. */
  readonly onMention: (person: Participant, from: number, to: number) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** A list of people for the letters after an `@`, as in the pattern of a combobox: the focus stays in the field. */
export interface Mentions {
  /** Empty while the list is closed. */
  readonly options: readonly Participant[];
  readonly active: number;
  readonly listId: string;
  readonly optionId: (index: number) => string;
  readonly choose: (person: Participant) => void;
  /** Handles the keys of the list; returns true if nothing else may. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  readonly onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) => void;
  readonly onBlur: () => void;
}

export function useMentions({ eventId, replyToId, text, places, onMention, field }: Source): Mentions {
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [closedAt, closeAt] = useState<number | null>(null);
  const [chosen, setChosen] = useState({ letters: '', index: 0 });
  const after = useRef<number | null>(null);
  const found = caret === null || caret > text.length ? null : mentionBefore(text, caret);
  const begun = found && found.from !== closedAt && !places.includes(found.from) ? found : null;
  const isOpen = begun !== null;
  const read = useLive(isOpen ? (db) => readPeople(db, eventId, replyToId) : null, [eventId, replyToId]);
  // People of the last time are shown first, so that the list opens at once.
  const [known, setKnown] = useState(read);
  if (read && read !== known) setKnown(read);
  const people = read ?? known;
  const letters = begun?.letters ?? null;
  const elsewhere = useFoundPeople(eventId, letters);
  const options = useMemo(
    () => (letters === null || !people ? [] : completions(letters, withFound(people, elsewhere))),
    [letters, people, elsewhere],
  );
  // Other letters begin with the first row again.
  const active = Math.min(chosen.letters === letters ? chosen.index : 0, Math.max(0, options.length - 1));
  useLayoutEffect(() => {
    if (after.current === null) return;
    field.current?.setSelectionRange(after.current, after.current);
    after.current = null;
  }, [field, text]);
  const choose = (person: Participant): void => {
    if (!begun || caret === null) return;
    const to = text.charAt(caret) === ' ' ? caret + 1 : caret;
    const end = begun.from + `@${person.name.trim()} `.length;
    after.current = end;
    setCaret(end);
    onMention(person, begun.from, to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (options.length === 0 || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const person = options[active];
    if (step !== undefined) setChosen({ letters: letters ?? '', index: (active + step + options.length) % options.length });
    else if (event.key === 'Escape') closeAt(begun?.from ?? null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && person) choose(person);
    else return false;
    event.preventDefault();
    return true;
  };
  return {
    options,
    active,
    listId,
    optionId: (index) => `${listId}-${index}`,
    choose,
    onKeyDown,
    onSelect: ({ currentTarget: { selectionStart, selectionEnd, value } }) => {
      setCaret(selectionStart === selectionEnd ? selectionStart : null);
      if (closedAt !== null && value.charAt(closedAt) !== '@') closeAt(null);
    },
    onBlur: () => setCaret(null),
  };
}

type People = Parameters<typeof completions>[1];

async function readPeople(db: EventDatabase, eventId: number, replyToId: string | null): Promise<People> {
  const people = await db
    .mirror('participants')
    .where('[eventId+userId]')
    .between([eventId, Dexie.minKey], [eventId, Dexie.maxKey])
    .toArray();
  const posts = db.mirror('posts').where('[eventId+order]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]);
  const ofThread = replyToId === null ? [] : await threadOf(db, eventId, replyToId).reverse().limit(latest).toArray();
  const first = replyToId === null ? undefined : await db.mirror('posts').get(replyToId);
  const ofChat = await posts.reverse().limit(latest).toArray();
  const near = [...ofThread, ...(first ? [first] : []), ...ofChat].map(({ authorId }) => authorId);
  return { people, near: [...new Set(near)], without: new Set([...(await hiddenBy(db)), db.userId]) };
}

/** Returns the people with those whom the device does not hold. */
function withFound(known: People, found: readonly Participant[]): People {
  if (found.length === 0) return known;
  const held = new Set(known.people.map(({ id }) => id));
  return { ...known, people: [...known.people, ...found.filter(({ id }) => !held.has(id))] };
}
