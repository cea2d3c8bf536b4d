import { resources } from '#contract/resources.ts';
import type { FeedPage } from '#contract/endpoints/core.ts';
import type { Device } from '../world/device.ts';
import type { Played } from '../scenarios/organiser-session.ts';
import { clientOf } from '../world/visits.ts';
import type { World } from '../world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

/** Returns the promises of a session that are broken afterwards, one per line. */
export async function sessionViolations(
  world: World,
  device: Device,
  { tab, saved, thrown, joined, informed }: Played,
  failed: boolean,
): Promise<string[]> {
  const problems = device.faults.map(String);
  const client = clientOf(tab);
  if (!client) return [...problems, `not signed in again: ${JSON.stringify(tab.session.state.get())}`];
  const timesDone = await doneOnServer(world);
  for (const words of saved) {
    const times = timesDone(words);
    if (times !== (joined.has(words) ? 0 : 1)) problems.push(`shown as saved, executed ${times} times: ${words}`);
  }
  for (const words of thrown) if (timesDone(words) !== 0) problems.push(`reported as failed, but executed: ${words}`);
  for (const entry of await client.db.outbox.toArray()) problems.push(`still in the outbox: ${entry.state} ${JSON.stringify(entry.args)}`);
  if (failed && !informed) problems.push('no storage problem was shown');
  if (client.status.get().storageProblem !== null) problems.push('still shows a storage problem that has ended');
  if (client.status.get().lost.length > 0) problems.push('shows a loss that did not happen');
  const named = await tab.ports.store.keys('unsent-of-');
  if (named.length > 0) problems.push(`the loss journal still names sent commands: ${named.join()}`);
  const feed = await mirrorOf(world, client.userId);
  for (const { name } of resources) {
    const records = (await client.db.mirror(name).toArray()).filter(({ $gone }) => !$gone);
    const here = records.map((record) => line(record)).toSorted();
    const there = (feed.get(name) ?? []).map((row) => line(row)).toSorted();
    if (here.join() !== there.join()) problems.push(`the mirror of ${name} differs from the server: ${here.join()} | ${there.join()}`);
  }
  return problems;
}

/** Returns a row as text, without the field of the mirror's index and with sorted fields. */
function line({ thread: _thread, ...row }: Record<string, unknown>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** Returns the first load of a new phone of the same person. */
async function mirrorOf({ server }: World, userId: number): Promise<Map<string, Record<string, unknown>[]>> {
  const headers = { authorization: `Bearer ${await server.tokenOf(userId)}` };
  const answer = await server.handle({ method: 'GET', path: '/api/sync', headers, body: undefined });
  const { changes, more } = JSON.parse(answer?.body ?? '{}') as FeedPage;
  if (more) throw new Error('the session has more rows than a page');
  const rows = Map.groupBy(changes, ({ resource }) => resource);
  return new Map([...rows].map(([name, ofName]) => [name, ofName.map(({ row }) => row as Record<string, unknown>)]));
}

/** Returns how often a tap was executed: its row was removed, or the answer to a command contains these words. */
async function doneOnServer({ server }: World): Promise<(words: string) => number> {
  const db = sqlOf(server.store.reading);
  const receipts = (await db.selectFrom('receipts').selectAll().execute()).filter(({ status }) => status < 300);
  const answers = receipts.map(({ body }) => JSON.parse(body ?? '{}') as Record<string, unknown>);
  const posts = new Set((await db.selectFrom('posts').select('id').execute()).map(({ id }) => id));
  return (words) => {
    if (words.startsWith('-')) return posts.has(words.slice(1)) ? 0 : 1;
    return new Set(answers.filter((row) => Object.values(row).includes(words)).map(({ id }) => id)).size;
  };
}
