import type { OutboxEntry } from '#db/records.ts';
import { canonical } from './participant-journal.ts';
import type { ExecutedCommand, LogEntry, RefusedCommand } from './server-log.ts';
import type { World } from '../world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

/** A server may refuse by the state at the begin of its transaction: others have committed at most this many commands since. */
const mostSince = 20;

/** Returns addresses given to two people at once, free addresses that were refused, and wrong addresses in the end. */
export async function wrongAddresses({ server, people }: World): Promise<string[]> {
  const found: string[] = [];
  const owners = new Map(people.map(({ email, userId }) => [email, userId]));
  /** An address opens its account until another is confirmed, which never happens here, or until the account is erased. */
  const opening = new Map(owners);
  /** The number of the entry that freed an address. */
  const freed = new Map<string, number>();
  let number = 0;
  const leave = (userId: number): void =>
    owners.forEach((owner, address) => {
      if (owner === userId && owners.delete(address)) freed.set(address, number);
    });
  const erase = (userId: number): void => {
    leave(userId);
    opening.forEach((owner, address) => {
      if (owner === userId && opening.delete(address)) freed.set(address, number);
    });
  };
  const wasJustForeign = (address: string | null): boolean =>
    server.isShared && address !== null && number - (freed.get(address) ?? -Infinity) <= mostSince;
  for (const entry of server.recorder.log) {
    number += 1;
    if (entry.kind === 'erased') erase(entry.userId);
    if (!isAboutMe(entry)) continue;
    const { email } = entry.body as { email?: string };
    const address = email === undefined ? null : canonical(email);
    const owner = address === null ? undefined : (owners.get(address) ?? opening.get(address));
    const isForeign = owner !== undefined && owner !== entry.userId;
    const isRefused = entry.kind === 'refused';
    if (isForeign !== isRefused && !(isRefused && wasJustForeign(address)))
      found.push(`${entry.userId} was ${isRefused ? 'refused' : 'given'} ${address}, owned by ${owner ?? 'nobody'}`);
    if (isRefused && entry.code !== 'email_unusable') found.push(`${entry.userId} was refused ${address} with code ${entry.code}`);
    if (isRefused || address === null) continue;
    leave(entry.userId);
    owners.set(address, entry.userId);
  }
  const rows = await sqlOf(server.store.reading).selectFrom('users').select(['id', 'email']).where('id', '>', 0).execute();
  const inUse = rows.map(({ id, email }) => `${email} of ${id}`).toSorted();
  const expected = [...owners].map(([address, owner]) => `${address} of ${owner}`).toSorted();
  return inUse.join() === expected.join() ? found : [...found, `addresses in use: ${inUse.join()}, expected: ${expected.join()}`];
}

function isAboutMe(entry: LogEntry): entry is ExecutedCommand | RefusedCommand {
  return entry.kind === 'act' ? entry.entity.startsWith('me:') : entry.kind === 'refused' && entry.resource === 'me';
}

/** Returns commands shown as rejected without the server's refusal or with another code, and refusals that are not shown. */
export function wrongRejections({ server, erased }: World, entries: readonly OutboxEntry[]): string[] {
  const codes = new Map(server.recorder.log.flatMap((each) => (each.kind === 'refused' ? [[each.key, each.code]] : [])));
  return entries
    .filter(({ userId }) => !erased.has(userId))
    .map(({ key, state, lastError, resource, id }) => ({
      row: `${resource} ${id}`,
      shown: state === 'refused' ? lastError?.code : undefined,
      answered: codes.get(key),
    }))
    .filter(({ shown, answered }) => shown !== answered)
    .map(({ row, shown, answered }) => `shown as ${shown ?? 'pending'}, answered as ${answered ?? 'nothing'}: ${row}`);
}
