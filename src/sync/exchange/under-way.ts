import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import type { Ports } from '../device/ports.ts';
import { underWay } from '../mirror/wipe.ts';
import type { Channel } from './retry.ts';

/** What is sent now may arrive without an answer. `places` are those in the outbox: between two that are sent, one may stay. */
interface UnderWay {
  readonly places: readonly number[];
  readonly at: number;
}

/** Notes, before it is sent, what may have reached the server from now on, whatever becomes of this tab. */
export async function noteUnderWay(
  db: EventDatabase,
  ports: Ports,
  sent: readonly OutboxEntry[],
  channel: Channel = 'text',
): Promise<void> {
  const value: UnderWay = { places: sent.map(({ seq }) => seq), at: ports.now() };
  await db.meta.put({ name: underWay[channel], value });
}

/** What was under way and is still here has been tried. */
export async function noteTried(db: EventDatabase, channel: Channel = 'text'): Promise<void> {
  const name = underWay[channel];
  if (!(await db.meta.get(name))) return;
  await db.transaction('rw', [db.outbox, db.meta], async () => {
    const noted = await db.meta.get(name);
    if (!noted) return;
    const { places, at } = noted.value as UnderWay;
    const first = places[0] ?? 0;
    const sent = new Set(places);
    // By range: one call instead of one for each command.
    await db.outbox
      .where('seq')
      .between(first, places.at(-1) ?? first, true, true)
      .modify((entry) => {
        if (sent.has(entry.seq)) entry.triedAt ??= at;
      });
    await db.meta.delete(name);
  });
}
