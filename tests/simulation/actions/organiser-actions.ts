import type { BaseRow, RowId } from '#contract/resource.ts';
import { arrangementId } from '#contract/rules/arranged.ts';
import { moduleRowId } from '#contract/resources/modules.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { type EditJournal, type Tap, valuesOf, changedValues } from './edits.ts';
import { everyField, everyPlace, newRow } from './novel-values.ts';
import { eventId, optionalModule, organisers } from '../world/people.ts';
import type { Tab } from '../world/device.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

/** The rows that event admins create, edit and remove, by resource; a repeated name is chosen more often. */
export interface Work {
  readonly create: readonly string[];
  readonly edit: readonly string[];
  readonly remove: readonly string[];
}

/** Actions of event admins, in the calls of their screens. Each value is written once, so that it identifies its tap. */
export class OrganiserActions {
  readonly #world: World;
  readonly #journal: EditJournal;
  readonly #work: Work;

  constructor(world: World, journal: EditJournal, work: Work) {
    this.#world = world;
    this.#journal = journal;
    this.#work = work;
  }

  async create(tab: Tab): Promise<void> {
    const client = organiserIn(tab);
    if (!client) return;
    const resource = this.#world.random.pick(this.#work.create);
    const args = newRow(resource, this.#journal.taps.length + 1);
    const tap = this.#begin(tab, client, { kind: 'create', resource, entity: null, seen: null, wrote: valuesOf(resource, args) });
    this.#promise(
      tab,
      tap,
      execute(client, resource, 'create', args).then((id) => {
        tap.entity = `${resource}:${id}`;
      }),
    );
  }

  /** Changes some of the fields, as a form sends only changed ones. */
  async edit(tab: Tab): Promise<void> {
    const client = organiserIn(tab);
    const row = client && (await this.#anyRow(client, this.#work.edit));
    if (!client || !row) return;
    const { random } = this.#world;
    const all = Object.entries(everyField(row.resource, this.#journal.taps.length + 1));
    const some = all.filter(() => random.chance(0.35));
    const args = Object.fromEntries(some.length > 0 ? some : [random.pick(all)]);
    const tap = this.#begin(tab, client, { kind: 'edit', ...row, wrote: changedValues(row.resource, row.row, args) });
    this.#promise(tab, tap, execute(client, row.resource, 'edit', args, row.row.id));
  }

  async remove(tab: Tab): Promise<void> {
    const client = organiserIn(tab);
    const row = client && (await this.#anyRow(client, this.#work.remove));
    if (!client || !row) return;
    const tap = this.#begin(tab, client, { kind: 'remove', ...row, wrote: {} });
    this.#promise(tab, tap, execute(client, row.resource, 'remove', {}, row.row.id));
  }

  async activate(tab: Tab): Promise<void> {
    await this.#toggle(tab, 'activate');
  }

  async deactivate(tab: Tab): Promise<void> {
    await this.#toggle(tab, 'deactivate');
  }

  async turn(tab: Tab): Promise<void> {
    const client = organiserIn(tab);
    if (!client) return;
    const mutation = this.#world.random.pick(['add', 'drop'] as const);
    const id = moduleRowId(eventId, optionalModule);
    const tap = this.#begin(tab, client, { kind: 'toggle', resource: 'modules', entity: `modules:${id}`, seen: {}, wrote: {} }, mutation);
    this.#promise(tab, tap, execute(client, 'modules', mutation, { moduleId: optionalModule }, id));
  }

  async arrange(tab: Tab): Promise<void> {
    const client = organiserIn(tab);
    if (!client) return;
    const list = this.#world.random.pick(['menu', 'home', 'contactLinks'] as const);
    const id = arrangementId(eventId, list);
    const row = await client.db
      .mirror('arrangements')
      .get(id)
      .catch(() => undefined);
    const seen = row && !row.$gone ? valuesOf('arrangements', row) : null;
    const places = everyPlace(this.#journal.taps.length + 1);
    const args = { [list === 'contactLinks' ? 'positions' : 'updates']: places };
    const wrote = changedValues('arrangements', null, args);
    const tap = this.#begin(tab, client, { kind: 'edit', resource: 'arrangements', entity: `arrangements:${id}`, seen, wrote }, 'arrange');
    this.#promise(tab, tap, execute(client, 'arrangements', list, args, id));
  }

  /** Turns pushes on or off, for any signed-in user. */
  async settings(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    if (!client) return;
    const general = this.#world.random.chance(0.6);
    this.#world.note(`${tab.device.name}: ${client.userId} turns pushes ${general ? 'on' : 'off'}`);
    void ignoringRefusals(execute(client, 'notifications', 'save', { general }, client.userId));
  }

  async #toggle(tab: Tab, mutation: 'activate' | 'deactivate'): Promise<void> {
    const client = organiserIn(tab);
    const row = client && (await this.#anyRow(client, ['announcements']));
    if (!client || !row) return;
    const tap = this.#begin(tab, client, { kind: 'toggle', ...row, wrote: {} }, mutation);
    this.#promise(tab, tap, execute(client, 'announcements', mutation, {}, row.row.id));
  }

  /** Returns a random row with the values that this person sees. */
  async #anyRow(
    client: SyncClient,
    of: readonly string[],
  ): Promise<(Pick<Tap, 'resource' | 'seen'> & { entity: string; row: BaseRow }) | null> {
    const resource = of.length === 1 ? of[0]! : this.#world.random.pick(of);
    const records = await client.db
      .mirror(resource)
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

  /** A promise counts from the moment the app reports "saved", and only if the tab still lives. */
  #promise(tab: Tab, tap: Tap, done: Promise<unknown>): void {
    void ignoringRefusals(
      done.then(() => {
        tap.saved = tab.alive;
      }),
    );
  }
}

function execute(client: SyncClient, resource: string, mutation: string, args: Record<string, unknown>, id?: RowId): Promise<RowId> {
  const target = id === undefined ? { eventId } : { id, eventId };
  return client.engine().then(async (engine) => (await engine.executeAll([{ resource, mutation, args, ...target }], null))[0]!);
}

/** Returns the client of a tab if an event admin is signed in there. */
export function organiserIn(tab: Tab): SyncClient | null {
  const client = clientOf(tab);
  const person = organisers.find(({ userId }) => userId === client?.userId);
  return person?.role === 'admin' || person?.eventRole === 'admin' ? client : null;
}
