import { limits } from '#contract/limits.ts';
import { times } from '#contract/times.ts';
import type { KeyValueStore } from './ports.ts';

/** The address to which the browser posts shared content (W3C Web Share Target), and the screen that shows it. */
export const receivedPath = '/shared';

/** Bounds of waiting content: pictures as files, before they are shrunk. Sizes are in bytes. */
export const receivedLimits = {
  pictures: 10,
  pictureBytes: 32 * 1024 * 1024,
  contents: 10,
  bytes: 128 * 1024 * 1024,
  life: times.day,
} as const;

/** The reasons why a part of shared content is missing, and those why nothing could be received. */
export const partProblems = ['text_length', 'file_type', 'file_size', 'file_count', 'room'] as const;
export const wholeProblems = [...partProblems, 'full', 'lost'] as const;

export type PartProblem = (typeof partProblems)[number];
export type WholeProblem = (typeof wholeProblems)[number];

/** Content that another app shared, until it is in a draft. */
export interface ReceivedContent {
  readonly id: string;
  /** The time of its arrival (ms since the epoch). */
  readonly at: number;
  /** The account that was signed in then; without one, the next that signs in receives it. */
  readonly userId: number | null;
  readonly text: string;
  readonly pictures: readonly { readonly type: string; readonly size: number }[];
  readonly problems: readonly PartProblem[];
  /** Missing while its pictures are being stored. */
  readonly complete?: true;
}

const prefix = 'received:';
const keyOf = (id: string): string => prefix + id;
const pictureKey = (id: string, index: number): string => `received-picture:${id}:${index}`;

const keysOf = ({ id, pictures }: ReceivedContent): string[] => [keyOf(id), ...pictures.map((_picture, index) => pictureKey(id, index))];

/** Returns all waiting content, the oldest first, and deletes what is older than a day. */
async function readAll(store: KeyValueStore, now: number): Promise<ReceivedContent[]> {
  const found = await Promise.all((await store.keys(prefix)).map((key) => store.get<ReceivedContent>(key)));
  const all = found.filter((content) => content !== undefined).toSorted((one, other) => one.at - other.at);
  const old = all.filter(({ at }) => now - at > receivedLimits.life);
  if (old.length > 0) await store.del(...old.flatMap(keysOf));
  return all.filter((content) => !old.includes(content));
}

/** Returns the content that waits for this account. */
export async function readReceived(store: KeyValueStore, userId: number): Promise<ReceivedContent[]> {
  return (await readAll(store, Date.now())).filter((content) => content.complete && (content.userId ?? userId) === userId);
}

/** Gives the content that arrived while nobody was signed in to this account, and returns all of its waiting content. */
export async function claimReceived(store: KeyValueStore, userId: number): Promise<ReceivedContent[]> {
  const own = await readReceived(store, userId);
  for (const content of own) if (content.userId === null) await store.set(keyOf(content.id), { ...content, userId });
  return own;
}

export const readReceivedPicture = (store: KeyValueStore, id: string, index: number): Promise<ArrayBuffer | undefined> =>
  store.get<ArrayBuffer>(pictureKey(id, index));

export const deleteReceived = (store: KeyValueStore, content: ReceivedContent): Promise<void> => store.del(...keysOf(content));

/** Deletes the content that waits for an account. */
export async function forgetReceived(store: KeyValueStore, userId: number): Promise<void> {
  for (const content of await readReceived(store, userId)) await deleteReceived(store, content);
}

/** The shared text, and files of any type and size. */
export interface Shared {
  readonly text: string;
  readonly files: readonly Blob[];
}

/**
 * Stores shared content within the limits. Returns the reason if nothing of it could be stored, or null. The pictures are stored one by
 * one, because each is in memory then; `complete` comes last.
 */
export async function storeReceived(
  { store, withRoom }: { store: KeyValueStore; withRoom: <T>(work: () => Promise<T>) => Promise<T> },
  { text, files }: Shared,
  facts: Pick<ReceivedContent, 'id' | 'at' | 'userId'>,
): Promise<WholeProblem | null> {
  const waiting = await readAll(store, facts.at);
  if (waiting.length >= receivedLimits.contents) return 'full';
  const problems = new Set<PartProblem>();
  const pictures = files.filter(({ type, size }) => {
    if (!type.startsWith('image/')) problems.add('file_type');
    else if (size > receivedLimits.pictureBytes) problems.add('file_size');
    else return true;
    return false;
  });
  if (pictures.length > receivedLimits.pictures) problems.add('file_count');
  let free = receivedLimits.bytes - waiting.flatMap((content) => content.pictures).reduce((sum, { size }) => sum + size, 0);
  const chosen = pictures.slice(0, receivedLimits.pictures).filter(({ size }) => {
    free -= size;
    if (free < 0) problems.add('room');
    return free >= 0;
  });
  if (text.length > limits.postLength) problems.add('text_length');
  const content: ReceivedContent = {
    ...facts,
    // Not half of a surrogate pair at the end.
    text: text.slice(0, limits.postLength).replace(/[\uD800-\uDBFF]$/, ''),
    pictures: chosen.map(({ type, size }) => ({ type, size })),
    problems: [...problems],
  };
  if (content.text === '' && chosen.length === 0) return content.problems[0] ?? 'lost';
  await withRoom(() => store.set(keyOf(content.id), content));
  let stored = 0;
  try {
    for (const [index, picture] of chosen.entries()) {
      const bytes = await picture.arrayBuffer();
      await withRoom(() => store.set(pictureKey(content.id, index), bytes));
      stored = index + 1;
    }
  } catch {
    problems.add('room');
  }
  const kept = { ...content, pictures: content.pictures.slice(0, stored), problems: [...problems] };
  if (kept.text === '' && stored === 0) {
    await deleteReceived(store, content);
    return 'room';
  }
  await withRoom(() => store.set(keyOf(content.id), { ...kept, complete: true }));
  return null;
}
