import type { BaseRow } from '../../contract/resource.ts';
import { announcements } from '../../contract/resources/announcements.ts';
import { notifications } from '../../contract/resources/notifications.ts';
import { schedule } from '../../contract/resources/schedule.ts';
import type { SyncClient } from '../../src/sync/engine/client.ts';
import { type EditJournal, type Tap, valuesOf, written } from './edits.ts';
import { everyField } from './novel-values.ts';
import { eventId, organisers } from './people.ts';
import type { Tab } from './device.ts';
import { clientOf, quietly } from './visits.ts';
import type { World } from './world.ts';

/** What organisers do, as their screens do it. Each value is written once, so that it can be told whose it is. */
export class OrganiserActions {
  readonly #world: World;
  readonly #journal: EditJournal;

  constructor(world: World, journal: EditJournal) {
    this.#world = world;
    this.#journal = journal;
  }

  /** A new schedule entry or announcement. */
  async create(tab: Tab): Promise<void> {
    const client = organiserIn(tab);
    if (!client) return;
    const resource = this.#world.random.pick([schedule, announcements]);
    const args = everyField(resource.name, this.#journal.taps.length + 1);
    const tap = this.#begin(tab, client, {
      kind: 'create',
      resource: resource.name,
      entity: null,
      seen: null,
      wrote: valuesOf(resource.name, args),
    });
    const done =
      resource === schedule
        ? client.execute(schedule, 'create', args as never, { eventId })
        : client.execute(announcements, 'create', args as never, { eventId });
    this.#promise(
      tab,
      tap,
      done.then((id) => {
        tap.entity = `${resource.name}:${id}`;
      }),
    );
  }

  /** Some of the fields, as a form sends what was changed. */
  async edit(tab: Tab): Promise<void> {
    const client = organiserIn(tab);
    const row = client && (await this.#anyRow(client));
    if (!client || !row) return;
    const { random } = this.#world;
    const all = Object.entries(everyField(row.resource, this.#journal.taps.length + 1));
    const some = all.filter(() => random.chance(0.35));
    const args = Object.fromEntries(some.length > 0 ? some : [random.pick(all)]);
    const tap = this.#begin(tab, client, { kind: 'edit', ...row, wrote: written(row.resource, row.row, args) });
    const target = { id: row.row.id, eventId };
    this.#promise(
      tab,
      tap,
      row.resource === 'schedule' ? client.execute(schedule, 'edit', args, target) : client.execute(announcements, 'edit', args, target),
    );
  }

  async remove(tab: Tab): Promise<void> {
    const client = organiserIn(tab);
    const row = client && (await this.#anyRow(client, 'schedule'));
    if (!client || !row) return;
    const tap = this.#begin(tab, client, { kind: 'remove', ...row, wrote: {} });
    this.#promise(tab, tap, client.execute(schedule, 'remove', {}, { id: row.row.id, eventId }));
  }

  async activate(tab: Tab): Promise<void> {
    await this.#toggle(tab, 'activate');
  }

  async deactivate(tab: Tab): Promise<void> {
    await this.#toggle(tab, 'deactivate');
  }

  /** Anybody: pushes off or on. */
  async settings(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    if (!client) return;
    const general = this.#world.random.chance(0.6);
    this.#world.note(`${tab.device.name}: ${client.userId} turns pushes ${general ? 'on' : 'off'}`);
    void quietly(client.execute(notifications, 'save', { general }, { id: client.userId, eventId }));
  }

  async #toggle(tab: Tab, mutation: 'activate' | 'deactivate'): Promise<void> {
    const client = organiserIn(tab);
    const row = client && (await this.#anyRow(client, 'announcements'));
    if (!client || !row) return;
    const tap = this.#begin(tab, client, { kind: 'toggle', ...row, wrote: {} }, mutation);
    this.#promise(tab, tap, client.execute(announcements, mutation, {}, { id: row.row.id, eventId }));
  }

  /** A row that this person sees, as they see it. */
  async #anyRow(
    client: SyncClient,
    of?: 'schedule' | 'announcements',
  ): Promise<(Pick<Tap, 'resource' | 'seen'> & { entity: string; row: BaseRow }) | null> {
    const resource = of ?? this.#world.random.pick(['schedule', 'schedule', 'announcements'] as const);
    const records = await client.db
      .mirror(resource as string)
      .toArray()
      .catch(() => []);
    const rows = records.filter(({ $gone }) => !$gone).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (rows.length === 0) return null;
    const row = this.#world.random.pick(rows);
    return { resource, entity: `${resource}:${row.id}`, seen: valuesOf(resource, row), row };
  }

  #begin(
    tab: Tab,
    { userId }: SyncClient,
    { kind, resource, entity, seen, wrote }: Pick<Tap, 'kind' | 'resource' | 'entity' | 'seen' | 'wrote'>,
    what: string = kind,
  ): Tap {
    const tap = this.#journal.begin({ kind, resource, entity, seen, wrote, userId, device: tab.device.name });
    this.#world.note(`${tab.device.name}: ${userId} ${what}s ${entity ?? resource} (tap ${tap.number}: ${Object.keys(wrote).join(', ')})`);
    return tap;
  }

  /** A promise counts from the moment at which the app says "saved", and not for a tab that died before. */
  #promise(tab: Tab, tap: Tap, done: Promise<unknown>): void {
    void quietly(
      done.then(() => {
        tap.saved = tab.alive;
      }),
    );
  }
}

/** The client of a tab in which an organiser is signed in. */
export function organiserIn(tab: Tab): SyncClient | null {
  const client = clientOf(tab);
  const person = organisers.find(({ userId }) => userId === client?.userId);
  return person?.role === 'admin' || person?.eventRole === 'admin' ? client : null;
}
