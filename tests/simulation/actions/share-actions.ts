import { type Share, shares } from '#contract/resources/shares.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import type { Tab } from '../world/device.ts';
import type { Journal } from '../promises/journal.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

/** So few that two devices often count the same one. */
const [seats, atFirst] = [3, 1];

interface Click {
  readonly change: 1 | -1;
  /** True if the app has reported it; otherwise it may be stored all the same. */
  saved: boolean;
}

/**
 * People's actions on the sharing board, in the calls of the screens: they offer rides and count the rest of their own, on each of their
 * devices.
 */
export class ShareActions {
  readonly #world: World;
  readonly #journal: Journal;
  /** Offers that the app reported as saved, by id. */
  readonly #offers = new Map<string, { readonly device: string; readonly clicks: Click[]; isRecounted: boolean }>();

  constructor(world: World, journal: Journal) {
    this.#world = world;
    this.#journal = journal;
  }

  offer(tab: Tab, eventId: number): void {
    const client = clientOf(tab);
    if (!client) return;
    const title = `offer ${this.#journal.tap()}`;
    this.#world.note(`${tab.device.name}: ${client.userId} makes ${title} in event ${eventId}`);
    const args = { type: 'ride' as const, title, available: atFirst, total: seats };
    const done = client
      .engine()
      .then((engine) => engine.execute('shares', 'create', args, { eventId }))
      .then((id) => {
        if (tab.alive) this.#offers.set(String(id), { device: tab.device.name, clicks: [], isRecounted: false });
      });
    void ignoringRefusals(done);
  }

  /** Counts one more or one less within the limits of the card. */
  async click(tab: Tab, eventId: number): Promise<void> {
    const client = clientOf(tab);
    const own = client && (await this.#anyOwn(client, eventId));
    if (!own) return;
    const { id, available, total } = own;
    const change = this.#world.random.chance(0.7) ? -1 : 1;
    if (available + change < 0 || available + change > total) return;
    this.#world.note(`${tab.device.name}: ${client.userId} counts ${change} on ${id}`);
    const click: Click = { change, saved: false };
    this.#offers.get(id)?.clicks.push(click);
    const done = client
      .engine()
      .then((engine) => engine.execute('shares', 'count', { change }, { id, eventId }))
      .then(() => {
        click.saved = tab.alive;
      });
    void ignoringRefusals(done);
  }

  /** Changes some fields; a new number of seats ends the count. */
  async edit(tab: Tab, eventId: number): Promise<void> {
    const client = clientOf(tab);
    const own = client && (await this.#anyOwn(client, eventId));
    if (!own) return;
    const { random } = this.#world;
    const tap = this.#journal.tap();
    const isCounted = random.chance(0.3);
    const words = { title: `offer ${tap}`, ...(random.chance(0.5) && { description: `words ${tap}` }) };
    const args = isCounted ? { ...words, total: seats + random.pick([1, 2]) } : words;
    this.#world.note(`${tab.device.name}: ${client.userId} edits ${own.id} (${Object.keys(args).join(', ')})`);
    const offer = this.#offers.get(own.id);
    if (offer && isCounted) offer.isRecounted = true;
    await ignoringRefusals(client.engine().then((engine) => engine.execute('shares', 'edit', args, { id: own.id, eventId })));
  }

  async #anyOwn(client: SyncClient, eventId: number): Promise<Share | null> {
    const rows = await client.db
      .mirror('shares')
      .toArray()
      .catch(() => []);
    const own = rows.filter((row) => !row.$gone && row.eventId === eventId && row.authorId === client.userId && this.#offers.has(row.id));
    return own.length === 0 ? null : this.#world.random.pick(own);
  }

  /** Returns rejections as invalid. A form sends only valid calls, and a rebase must keep them valid. */
  rejectedAsInvalid(entries: readonly OutboxEntry[]): string[] {
    const wrong = entries.filter(({ resource, lastError }) => resource === shares.name && lastError?.code === 'invalid');
    return wrong.map(({ id, args }) => `rejected as invalid: share ${String(id)} ${JSON.stringify(args)}`);
  }

  /** Returns wrong counts. Every saved click counts once unless it is still in an outbox; unsaved clicks may count. */
  async wrongCounts(entries: readonly OutboxEntry[]): Promise<string[]> {
    const rows = await sqlOf(this.#world.server.store.reading).selectFrom('shares').selectAll().execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return [...this.#offers].flatMap(([id, { device, clicks, isRecounted }]) => {
      const shown = entries.filter((entry) => entry.resource === shares.name && entry.id === id);
      if (this.#journal.discarded.has(id)) return [];
      const row = byId.get(id);
      if (!row) return shown.length > 0 ? [] : [`lost: share ${id} of ${device}`];
      if (isRecounted) return [];
      const left = row.available + row.surplus - atFirst + sum(shown.map(({ args }) => (args as Partial<Click>).change ?? 0));
      const sure = sum(clicks.filter(({ saved }) => saved).map(({ change }) => change));
      const unsure = clicks.filter(({ saved }) => !saved).map(({ change }) => change);
      const [least, most] = [sure - unsure.filter((change) => change < 0).length, sure + unsure.filter((change) => change > 0).length];
      const isRight = left >= least && left <= most && row.available >= 0 && row.available <= row.total;
      return isRight ? [] : [`wrong count of share ${id}: changed by ${left}, expected from the clicks: ${least} to ${most}`];
    });
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
