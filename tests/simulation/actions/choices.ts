import type { OutboxEntry } from '#db/records.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { type Choice, type Conflict, conflictOf } from '#sync/outbox/conflict.ts';
import { type EditJournal, type Tap, valueName, valueNames, valuesOf, changedValues, valuesChangedBy } from './edits.ts';
import { parkedCommands } from './parked-commands.ts';
import type { Tab } from '../world/device.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

/** People's decisions about parked commands, and the values they saw: the card shows the engine's conflict, and they choose. */
export class Choices {
  readonly #world: World;
  readonly #journal: EditJournal;

  constructor(world: World, journal: EditJournal) {
    this.#world = world;
    this.#journal = journal;
  }

  async choose(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    const parked = await parkedCommands(client);
    if (!client || parked.length === 0) return;
    const entry = this.#world.random.pick(parked);
    const conflict = conflictOf(entry);
    if (conflict && (conflict.kind !== 'fields' || this.#world.random.chance(0.9))) await this.#decide(tab, client, entry, conflict);
    else if (!conflict && this.#world.random.chance(0.3)) await this.#resend(tab, client, entry);
    else await this.#discard(tab, client, entry);
  }

  async #decide(tab: Tab, client: SyncClient, entry: OutboxEntry, conflict: Conflict): Promise<void> {
    const choice = this.#choiceOn(entry, conflict);
    this.#note(tab, entry, `decides (${conflict.kind}) ${JSON.stringify(choice)}`);
    const returned = choice.kind === 'insist' && conflict.kind === 'gone' ? this.#beginReturn(tab, client, entry, conflict) : null;
    await ignoringRefusals(
      client
        .engine()
        .then((engine) => engine.resolve(entry.key, choice))
        .then(() => {
          if (returned) returned.saved = tab.alive;
        }),
    );
    if (choice.kind === 'insist') await this.#followKey(tab, client, entry);
  }

  #choiceOn(entry: OutboxEntry, conflict: Conflict): Choice {
    const { random } = this.#world;
    const entity = entityOf(entry);
    if (conflict.kind !== 'fields') {
      const insists = random.chance(0.5);
      if (!insists || conflict.kind === 'gone') this.#journal.markDiscarded(entry);
      else this.#journal.removalsOf(entity, entry.userId).at(-1)?.removedAnyway.push(valuesOf(entry.resource, conflict.current));
      return { kind: insists ? 'insist' : 'let-go' };
    }
    const choices: Record<string, 'yours' | 'theirs'> = {};
    for (const clash of conflict.clashes) {
      const side = random.pick(['yours', 'theirs'] as const);
      choices[clash.key] = side;
      const [mine, theirs] = [clash.yours, clash.theirs].map((fields) => changedValues(entry.resource, null, fields));
      for (const [group, value] of Object.entries(mine ?? {})) {
        if (side === 'yours') this.#journal.choose(entity, group, value, theirs?.[group] as string);
        else this.#journal.discarded.add(valueName(entity, group, value));
      }
    }
    return { kind: 'fields', choices };
  }

  /** A deleted row is created again as a new row with the shown values. */
  #beginReturn(tab: Tab, { userId }: SyncClient, { resource }: OutboxEntry, conflict: Extract<Conflict, { kind: 'gone' }>): Tap {
    const wrote = valuesOf(resource, conflict.mine);
    return this.#journal.begin({ kind: 'create', resource, entity: null, seen: null, wrote, userId, device: tab.device.name });
  }

  async #resend(tab: Tab, client: SyncClient, entry: OutboxEntry): Promise<void> {
    this.#note(tab, entry, 'resends');
    await ignoringRefusals(client.engine().then((engine) => engine.resend(entry.key)));
    await this.#followKey(tab, client, entry);
  }

  async #discard(tab: Tab, client: SyncClient, entry: OutboxEntry): Promise<void> {
    this.#note(tab, entry, 'discards');
    this.#journal.markDiscarded(entry);
    if (entry.mutation === 'create') {
      const all = await client.db.outbox.toArray();
      for (const other of all) if (entityOf(other) === entityOf(entry)) this.#journal.markDiscarded(other);
    }
    await ignoringRefusals(client.engine().then((engine) => engine.discard([entry.key])));
  }

  /** The resent command keeps its place under another key. */
  async #followKey(tab: Tab, client: SyncClient, { key, seq }: OutboxEntry): Promise<void> {
    const tap = this.#journal.tapWithKey(key);
    const next = tab.alive ? await client.db.outbox.get(seq).catch(() => undefined) : undefined;
    if (tap && next) tap.keys.add(next.key);
  }

  #note(tab: Tab, entry: OutboxEntry, what: string): void {
    this.#world.note(
      `${tab.device.name}: ${entry.userId} ${what}: ${entry.mutation} ${entityOf(entry)} (${valueNames('', valuesChangedBy(entry)).join(' ')})`,
    );
  }
}

const entityOf = ({ resource, id }: OutboxEntry): string => `${resource}:${id}`;
