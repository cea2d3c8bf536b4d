import { type ParticipantJournal, canonical } from './participant-journal.ts';
import { clientOf } from '../world/visits.ts';
import type { World } from '../world/world.ts';

/** Returns profiles that show a value of a change shown as rejected. */
export async function rejectedValuesInViews({ devices, people }: World, journal: ParticipantJournal): Promise<string[]> {
  const found: string[] = [];
  for (const { name, livingTabs } of devices) {
    const [client] = livingTabs.map(clientOf).filter((each) => each !== null);
    if (!client) continue;
    const { db, userId } = client;
    const read = async (): Promise<[unknown, { resource: string; args: unknown }[]]> => [
      await db.mirror('me').get(userId),
      await db.outbox.where('state').equals('refused').toArray(),
    ];
    const [row, refused] = await db.transaction('r', [db.mirror('me'), db.outbox], read).catch((): [undefined, []] => [undefined, []]);
    if (!row) continue;
    /** True if it was requested once more or is the first address, from which a mirror may date. */
    const hasElsewhere = (address: string): boolean =>
      people.some((person) => person.userId === userId && person.email === address) ||
      journal.taps.filter((tap) => tap.userId === userId && canonical(tap.args['email']) === address).length > 1;
    for (const { args } of refused.filter(({ resource }) => resource === 'me')) {
      for (const [field, value] of Object.entries(args as Record<string, unknown>)) {
        const shown = (row as Record<string, unknown>)[field];
        if (value === null || (field === 'email' && hasElsewhere(canonical(value)))) continue;
        if (shown === (field === 'email' ? canonical(value) : value))
          found.push(`${name}: ${userId} sees ${String(shown)}, a rejected value`);
      }
    }
  }
  return found;
}
