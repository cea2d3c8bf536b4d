import { Dexie } from 'dexie';
import { arranged, arrangementId } from '#contract/rules/arranged.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { HomeEntry, MenuEntry, ModuleRow } from '#contract/resources/modules.ts';
import type { Me } from '#contract/resources/me.ts';
import type { EventDatabase } from '#db/database.ts';

/** The signed-in user, the active event, and its parts: the data that every screen needs. */
export interface CurrentContext {
  readonly me: Me | undefined;
  readonly event: EventRow | undefined;
  readonly modules: readonly ModuleRow[];
  /** In the order that event admins have set. All sections of the menu share one sequence of positions. */
  readonly menuEntries: readonly MenuEntry[];
  readonly homeEntries: readonly HomeEntry[];
}

/** Reads the context in one transaction, so that the first screen is not drawn in steps. */
export async function readCurrentContext(db: EventDatabase): Promise<CurrentContext> {
  const [me, events] = [db.mirror('me'), db.mirror('events')];
  const [modules, menuEntries, homeEntries] = [db.mirror('modules'), db.mirror('menuEntries'), db.mirror('homeEntries')];
  const arrangements = db.mirror('arrangements');
  return db.transaction('r', [me, events, modules, menuEntries, homeEntries, arrangements], async () => {
    const person = await me.get(db.userId);
    const eventId = person?.activeEventId ?? null;
    if (eventId === null) return { me: person, event: undefined, modules: [], menuEntries: [], homeEntries: [] };
    const range: [unknown[], unknown[]] = [
      [eventId, Dexie.minKey],
      [eventId, Dexie.maxKey],
    ];
    const [event, ofModules, ofMenu, ofHome, [menu, home]] = await Promise.all([
      events.get(eventId),
      modules
        .where('[eventId+moduleId]')
        .between(...range)
        .toArray(),
      menuEntries
        .where('[eventId+position]')
        .between(...range)
        .toArray(),
      homeEntries
        .where('[eventId+position]')
        .between(...range)
        .toArray(),
      arrangements.bulkGet([arrangementId(eventId, 'menu'), arrangementId(eventId, 'home')]),
    ]);
    const [menuPlaces, homePlaces] = [menu?.places, home?.places];
    return {
      me: person,
      event,
      modules: ofModules,
      menuEntries: arranged(ofMenu, menuPlaces),
      homeEntries: arranged(ofHome, homePlaces),
    };
  });
}
