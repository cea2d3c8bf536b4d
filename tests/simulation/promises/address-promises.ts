import type { OutboxEntry } from '#db/records.ts';
import { plain } from './participant-journal.ts';
import type { Act, Happening, Refused } from './happenings.ts';
import type { World } from '../world/world.ts';
import { sqlOf } from '#server/store/core/handles.ts';

/** A server may refuse by the state at the begin of its transaction: others have committed at most this many happenings since. */
const meanwhile = 20;

/** Returns addresses given to two people at once, free addresses that were refused, and wrong addresses in the end. */
export async function addressesAsDone({ server, people }: World): Promise<string[]> {
  const found: string[] = [];
  const owners = new Map(people.map(({ email, userId }) => [email, userId]));
  /** An address opens its account until another is confirmed, which never happens here, or until the account is erased. */
  const opening = new Map(owners);
  /** The number of the happening that freed an address. */
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
    server.isShared && address !== null && number - (freed.get(address) ?? -Infinity) <= meanwhile;
  for (const happening of server.recorder.happenings) {
    number += 1;
    if (happening.kind === 'erased') erase(happening.userId);
    if (!isAboutMe(happening)) continue;
    const { email } = happening.body as { email?: string };
    const address = email === undefined ? null : plain(email);
    const owner = address === null ? undefined : (owners.get(address) ?? opening.get(address));
    const isForeign = owner !== undefined && owner !== happening.userId;
    const isRefused = happening.kind === 'refused';
    if (isForeign !== isRefused && !(isRefused && wasJustForeign(address)))
      found.push(`${happening.userId} was ${isRefused ? 'refused' : 'given'} ${address}, which is ${owner ?? 'nobody'}'s`);
    if (isRefused && happening.code !== 'email_unusable') found.push(`${happening.userId} was refused ${address} by ${happening.code}`);
    if (isRefused || address === null) continue;
    leave(happening.userId);
    owners.set(address, happening.userId);
  }
  const rows = await sqlOf(server.store.reading).selectFrom('users').select(['id', 'email']).where('id', '>', 0).execute();
  const inUse = rows.map(({ id, email }) => `${email} is ${id}'s`).toSorted();
  const expected = [...owners].map(([address, owner]) => `${address} is ${owner}'s`).toSorted();
  return inUse.join() === expected.join() ? found : [...found, `${inUse.join()}, and should be: ${expected.join()}`];
}

function isAboutMe(happening: Happening): happening is Act | Refused {
  return happening.kind === 'act' ? happening.entity.startsWith('me:') : happening.kind === 'refused' && happening.resource === 'me';
}

/** Returns commands shown as rejected without the server's refusal or with another code, and refusals that are not shown. */
export function refusedAsTold({ server, gone }: World, entries: readonly OutboxEntry[]): string[] {
  const codes = new Map(server.recorder.happenings.flatMap((each) => (each.kind === 'refused' ? [[each.key, each.code]] : [])));
  return entries
    .filter(({ userId }) => !gone.has(userId))
    .map(({ key, state, lastError, resource, id }) => ({
      row: `${resource} ${id}`,
      shown: state === 'refused' ? lastError?.code : undefined,
      told: codes.get(key),
    }))
    .filter(({ shown, told }) => shown !== told)
    .map(({ row, shown, told }) => `refused as ${told ?? 'nothing'} and shown as ${shown ?? 'waiting'}: ${row}`);
}
