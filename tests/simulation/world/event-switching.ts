import type { SyncClient } from '#sync/engine/client.ts';
import { leaveEvent, switchEvent } from '#sync/session/joining.ts';
import { recordChanges } from '#server/services/feed/change-log.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import type { Tab } from './device.ts';
import { eventId as camp } from './people.ts';
import { clientOf, ignoringRefusals, type Visits } from './visits.ts';
import type { World } from './world.ts';
import { dynamicScopes } from '#server/store/store.ts';

/** Events in addition to the camp. Everybody may join these. */
const others = [2, 3] as const;

export class EventSwitching {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Creates the other events; everybody is a member of the first of them. */
  async prepare(): Promise<void> {
    const { server, clock, people } = this.#world;
    await server.store.write(dynamicScopes(), async (trx) => {
      const [like] = await sqlOf(trx).selectFrom('events').selectAll().where('id', '=', camp).execute();
      if (!like) throw new TypeError('the camp does not exist');
      await sqlOf(trx)
        .insertInto('events')
        .values(others.map((id) => ({ ...like, id, title: `Event ${id}` })))
        .execute();
      const members = people.map(({ userId }) => ({ user_id: userId, event_id: others[0], role: 'participant' as const, version: 1 }));
      await sqlOf(trx).insertInto('memberships').values(members).execute();
      const added = { events: [...others], participants: members.map(({ user_id }) => `${others[0]}-${user_id}`) };
      for (const [resource, ids] of Object.entries(added)) {
        const rows = await loadRows(trx, resource, ids);
        const changes = [...rows.values()].map((row) => ({ resource, rowBefore: null, rowAfter: row }));
        await recordChanges(trx, changes, clock.now());
      }
    });
  }

  /** Returns the event of the tab's screens, or null. */
  async activeEventOn(tab: Tab): Promise<number | null> {
    const client = clientOf(tab);
    return client ? activeOn(client) : null;
  }

  async switch(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    if (!client) return;
    const here = await activeOn(client);
    const target = this.#world.random.pick([camp, ...others].filter((id) => id !== here));
    this.#world.note(`${tab.device.name}: ${client.userId} switches from ${here} to ${target}`);
    void ignoringRefusals(switchEvent(client, target));
  }

  async leave(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    const here = client ? await activeOn(client) : null;
    // An event admin would return to the camp as a participant, which the other checks do not expect.
    if (!client || here === null || here === camp) return;
    this.#world.note(`${tab.device.name}: ${client.userId} leaves ${here}`);
    void ignoringRefusals(leaveEvent(client, here, true));
  }

  /** Everybody switches back to the camp in good weather. */
  async returnToCamp(visits: Visits): Promise<void> {
    for (const device of this.#world.devices) {
      const [tab] = device.livingTabs;
      const client = tab ? clientOf(tab) : null;
      if (client) await visits.inGoodWeather(device, async () => void (await switchEvent(client, camp)));
    }
  }
}

async function activeOn({ db, userId }: SyncClient): Promise<number | null> {
  const me = await db
    .mirror('me')
    .get(userId)
    .catch(() => undefined);
  return me?.activeEventId ?? null;
}
