import { photos } from '#contract/resources/photos.ts';
import { posts } from '#contract/resources/posts.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Journal, Saved, SavedPost } from './journal.ts';
import { staleMirrors } from './level.ts';
import { allOutboxes, stuckCommands } from './outboxes.ts';
import { isOnlySmall } from '../actions/grey-pictures.ts';
import { strayBytes, wrongPhotos } from '../actions/pictures.ts';
import type { World } from '../world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

interface ServerPost {
  /** Only for a photo. */
  readonly url: string | null;
  readonly id: string;
  readonly authorId: number;
  readonly eventId: number;
  readonly replyToId: string | null;
  readonly content: string;
  readonly order: number;
  readonly version: number;
}

/** Returns the promises that are broken after the calm, one per line. */
export async function violations(world: World, journal: Journal): Promise<string[]> {
  const rows = await serverPosts(world);
  const removed = await removedPosts(world);
  const outboxes = await allOutboxes(world);
  const entries = [...outboxes.values()].flat();
  return [
    ...lostContent(journal, rows, removed, entries),
    ...alteredContent(journal, rows, entries),
    ...repeatedCommands(rows, entries),
    ...stuckCommands(outboxes),
    ...expiredCommands(entries),
    ...wrongAuthors(journal, rows),
    ...wrongEvents(journal, rows),
    ...outOfOrder(journal, rows),
    ...(await staleMirrors(world)),
    ...(await strayBytes(world)),
    ...(await wrongPhotos(world)),
    ...smallPhotos(journal, rows, entries),
    ...world.faults,
  ];
}

/** Everything shown as saved is on the server, was removed by a command, or is shown as rejected. */
function lostContent(journal: Journal, rows: Map<string, ServerPost>, removed: Set<string>, entries: OutboxEntry[]): string[] {
  const visible = new Set(entries.map(({ id }) => String(id)));
  return journal.saved.flatMap((saved: Saved) => {
    if (journal.discarded.has(saved.id) || visible.has(saved.id)) return [];
    const isThere = rows.has(saved.id) || removed.has(saved.id);
    const fulfilled = saved.kind !== 'removal' ? isThere || journal.isTakenBack(saved) : !rows.has(saved.id);
    return fulfilled ? [] : [`lost: ${saved.kind} ${saved.id} of user ${saved.userId} on ${saved.device}`];
  });
}

/** Content and place are those of the tap, on the server and in the shown unsent commands. */
function alteredContent(journal: Journal, rows: Map<string, ServerPost>, entries: OutboxEntry[]): string[] {
  const written = new Map(journal.saved.filter((saved) => saved.kind !== 'removal').map((saved) => [saved.id, saved]));
  const places = ({ id, replyToId }: SavedPost): (string | null)[] => (journal.sentAsPosts.has(id) ? [replyToId, null] : [replyToId]);
  const wrong = (where: string, id: string, content: unknown, replyToId: unknown): string[] => {
    const saved = written.get(id);
    if (!saved) return [];
    return [
      ...(content === saved.content ? [] : [`${where} has ${JSON.stringify(content)}, expected ${JSON.stringify(saved.content)}: ${id}`]),
      ...(places(saved).includes(replyToId as string | null)
        ? []
        : [`${where} replies to ${String(replyToId)}, expected ${saved.replyToId}: ${id}`]),
    ];
  };
  const shown = entries.filter(({ mutation }) => mutation === 'create').map(({ id, args }) => ({ id: String(id), args: args as Typed }));
  return [
    ...[...rows.values()].flatMap(({ id, content, replyToId }) => wrong('the server', id, content, replyToId)),
    ...shown.flatMap(({ id, args }) => wrong('the outbox', id, args.content ?? args.description, args.replyToId ?? null)),
  ];
}

interface Typed {
  readonly content?: string;
  readonly description?: string;
  readonly replyToId?: string | null;
}

/** Rejected commands were not executed, and others were executed once: a row's version counts the commands that changed it. */
function repeatedCommands(rows: Map<string, ServerPost>, entries: OutboxEntry[]): string[] {
  const rejectedButDone = entries.filter((entry) => entry.mutation === 'create' && rows.has(String(entry.id)));
  return [
    ...rejectedButDone.map(({ id, lastError }) => `executed, but shown as rejected (${lastError?.code}): ${String(id)}`),
    // A photo may have received its full picture after a small one.
    ...[...rows.values()]
      .filter(({ version, url }) => version !== 1 && !(url !== null && version === 2))
      .map(({ id, version }) => `executed ${version} times: ${id}`),
  ];
}

/** Every photo has its full picture, unless its person was shown a problem or discarded it. */
function smallPhotos(journal: Journal, rows: Map<string, ServerPost>, entries: OutboxEntry[]): string[] {
  const shown = new Set(entries.map(({ id }) => String(id)));
  return [...rows.values()]
    .filter(({ id, url }) => url !== null && isOnlySmall(url) && !shown.has(id) && !journal.discarded.has(id))
    .map(({ id }) => `has only the small picture: ${id}`);
}

/** No run is longer than the server's memory of receipts: whatever a clock shows, no command is too old to be sent. */
const expiredCommands = (entries: readonly OutboxEntry[]): string[] =>
  entries.filter(({ lastError }) => lastError?.code === 'expired').map(({ id }) => `shown as expired: ${String(id)}`);

/** Every row was written by the person who tapped. */
function wrongAuthors(journal: Journal, rows: Map<string, ServerPost>): string[] {
  const author = new Map(journal.saved.filter(({ kind }) => kind !== 'removal').map(({ id, userId }) => [id, userId]));
  return [...rows.values()]
    .filter(({ id, authorId }) => author.has(id) && author.get(id) !== authorId)
    .map(({ id, authorId }) => `has another author, ${authorId}: ${id}`);
}

/** Every row is in the event where it was written. */
function wrongEvents(journal: Journal, rows: Map<string, ServerPost>): string[] {
  const written = journal.saved.filter((saved) => saved.kind !== 'removal');
  return written
    .filter(({ id, eventId }) => (rows.get(id)?.eventId ?? eventId) !== eventId)
    .map(({ id, eventId }) => `written in event ${eventId}, stored in another: ${id}`);
}

/** The server's order is the device's order in each lane. */
function outOfOrder(journal: Journal, rows: Map<string, ServerPost>): string[] {
  const written = journal.saved.filter(({ kind, id }) => kind === 'post' && rows.has(id) && !journal.discarded.has(id));
  const lanes = Map.groupBy(written, ({ id, device, userId }) => `${device}/${userId}/${rows.get(id)?.replyToId ?? id}`);
  return [...lanes].flatMap(([lane, saved]) => {
    const byTap = saved.toSorted((a, b) => a.tap - b.tap).map(({ id }) => id);
    const byServer = saved.toSorted((a, b) => (rows.get(a.id)?.order ?? 0) - (rows.get(b.id)?.order ?? 0)).map(({ id }) => id);
    return byTap.join() === byServer.join() ? [] : [`out of order in ${lane}`];
  });
}

async function serverPosts({ server }: World): Promise<Map<string, ServerPost>> {
  const rows = await sqlOf(server.store.reading).selectFrom('posts').selectAll().execute();
  const pictures = await sqlOf(server.store.reading).selectFrom('photos').selectAll().execute();
  return new Map(
    [
      ...rows.map((row) => ({ ...row, url: null })),
      ...pictures.map((row) => ({ ...row, reply_to_id: null, content: row.description })),
    ].map((row) => [
      row.id,
      {
        id: row.id,
        authorId: row.author_id,
        eventId: row.event_id,
        replyToId: row.reply_to_id,
        content: row.content,
        order: row.order,
        version: row.version,
        url: row.url,
      },
    ]),
  );
}

/** Returns the deleted posts and photos: their tombstones stay in the change log. */
async function removedPosts({ server }: World): Promise<Set<string>> {
  const pointers = await sqlOf(server.store.reading)
    .selectFrom('change_log')
    .select('row_id')
    .where('resource', 'in', [posts.name, photos.name])
    .execute();
  return new Set(pointers.map(({ row_id }) => row_id));
}
