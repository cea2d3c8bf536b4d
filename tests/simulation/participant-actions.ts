import { waitingPicture } from '../../contract/pictures.ts';
import { entityKey } from '../../contract/resource.ts';
import { evidence } from '../../contract/resources/evidence.ts';
import { feedback } from '../../contract/resources/feedback.ts';
import { me } from '../../contract/resources/me.ts';
import { meetups } from '../../contract/resources/meetups.ts';
import { userStatisticId, userStatistics } from '../../contract/resources/user-statistics.ts';
import type { OutboxEntry } from '../../src/db/records.ts';
import type { SyncClient } from '../../src/sync/client.ts';
import { command } from '../../src/sync/outbox.ts';
import type { Device } from './device.ts';
import { eventId, passwordOf, statisticIds } from './people.ts';
import { marked, type ParticipantJournal, type ParticipantTap } from './participant-journal.ts';
import { bytesOf, side } from './pictures.ts';
import { mendedEdit, profileEdit } from './profile-edits.ts';
import type { Tab } from './tab.ts';
import { clientOf, quietly } from './visits.ts';
import type { World } from './world.ts';

/** What participants do, as the screens do it. */
export class ParticipantActions {
  readonly #world: World;
  readonly #journal: ParticipantJournal;
  readonly #leaving = new Map<string, Tab>();

  constructor(world: World, journal: ParticipantJournal) {
    this.#world = world;
    this.#journal = journal;
  }

  /** Plus, or minus where the person sees more than nothing. */
  async count(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    if (!client) return;
    const id = userStatisticId(this.#world.random.pick(statisticIds), client.userId);
    const seen = await client.db
      .mirror('userStatistics')
      .get(id)
      .catch(() => undefined);
    const change = (seen?.value ?? 0) > 0 && this.#world.random.chance(0.75) ? -1 : 1;
    const tap = this.#begin(tab, 'count', client.userId, id, (number) => marked.count(number, change));
    this.#promise(tab, tap, client.execute(userStatistics, 'count', tap.args as { value: number; change: 1 | -1 }, { id, eventId }));
  }

  /** Plus one, and a picture that proves it. */
  prove(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const statisticId = this.#world.random.pick(statisticIds);
    const id = userStatisticId(statisticId, userId);
    const count = this.#begin(tab, 'count', userId, id, (number) => marked.count(number, 1));
    const bytesId = client.newId();
    const proof = this.#begin(tab, 'evidence', userId, null, (number) => ({ statisticId, url: waitingPicture(bytesId, number, side) }));
    const commands = [
      command(userStatistics, 'count', count.args as { value: number; change: 1 }, { id, eventId }),
      command(evidence, 'create', proof.args as { statisticId: number; url: string }, { eventId, ...bytesOf(proof.args) }),
    ];
    const done = client.executeAll(commands, '');
    this.#promise(tab, count, done);
    this.#promise(
      tab,
      proof,
      done.then(([, proofId]) => proofId),
    );
  }

  /** Some fields, as the form sends only what was changed. */
  profile(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const { random, people } = this.#world;
    const foreign = people.filter((person) => person.userId !== userId).flatMap((person) => this.#journal.addressesOf(person));
    const by = { random, userId, foreign, bytesId: client.newId() };
    const tap = this.#begin(tab, 'profile', userId, String(userId), (number) => profileEdit(number, by));
    const save = command(me, 'save', tap.args, { id: userId, eventId: 0, ...bytesOf(tap.args) });
    this.#promise(tab, tap, client.executeAll([save], 'profile'));
  }

  meetup(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const start = new Date(this.#world.clock.now()).toISOString();
    const tap = this.#begin(tab, 'meetup', client.userId, null, (number) => marked.meetup(number, start));
    this.#promise(tab, tap, client.execute(meetups, 'create', tap.args as ReturnType<typeof marked.meetup>, { eventId }));
  }

  feedback(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const tap = this.#begin(tab, 'feedback', client.userId, null, marked.feedback);
    this.#promise(tab, tap, client.execute(feedback, 'create', tap.args as ReturnType<typeof marked.feedback>, { eventId }));
  }

  /** The author takes a meetup back, or an admin somebody's. */
  async remove(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const isAdmin = this.#world.people.find((person) => person.userId === userId)?.eventRole === 'admin';
    const rows = await client.db
      .mirror('meetups')
      .toArray()
      .catch(() => []);
    const own = rows.filter(({ $gone, authorId }) => !$gone && (isAdmin || authorId === userId)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (own.length === 0) return;
    const id = this.#world.random.pick(own).id;
    const tap = this.#begin(tab, 'removal', userId, id, () => ({}));
    this.#promise(tab, tap, client.execute(meetups, 'remove', {}, { id, eventId }));
  }

  /** Throws away something that was refused, and what hangs on it, or sends it again, as it was or with another address. */
  async deal(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    const refused = client ? await client.db.outbox.filter(({ state }) => state !== 'waiting').toArray() : [];
    if (!client || refused.length === 0) return;
    const entry = this.#world.random.pick(refused);
    const choice = this.#world.random.pick(['discard', 'again', 'mend'] as const);
    if (entry.lastError?.code === 'email_unusable' && choice !== 'discard') {
      await this.#resend(tab, client, entry, choice === 'mend');
      return;
    }
    this.#world.note(`${tab.device.name}: discards ${entityKey(entry)}`);
    this.#journal.discard(await client.db.outbox.where('entities').equals(entityKey(entry)).toArray());
    await quietly(client.discard([entry.key]));
  }

  /** Whether somebody waits on this device for the end of their account: until then their screen takes nothing else of its kind. */
  isLeaving({ name }: Device): boolean {
    return this.#leaving.get(name)?.alive ?? false;
  }

  /** Has the account erased: whether that was done, nobody knows before the calm. */
  leave(tab: Tab): void {
    const client = clientOf(tab);
    if (!client || this.isLeaving(tab.device)) return;
    const keepsShared = this.#world.random.chance(0.5);
    this.#world.note(`${tab.device.name}: ${client.userId} leaves for good (${keepsShared ? 'what they shared stays' : 'with all'})`);
    this.#leaving.set(tab.device.name, tab);
    const left = quietly(tab.session.leaveForGood(passwordOf(client), keepsShared ? 'anonymise' : 'delete').then(() => undefined));
    void left.then(() => this.#leaving.delete(tab.device.name));
  }

  async #resend(tab: Tab, client: SyncClient, entry: OutboxEntry, isMended: boolean): Promise<void> {
    const { userId } = entry;
    const tap = isMended
      ? this.#begin(tab, 'profile', userId, String(userId), (number) => mendedEdit(number, userId, entry.args as Record<string, unknown>))
      : this.#journal.tapOf(entry);
    if (!tap) return;
    this.#world.note(`${tab.device.name}: sends again what was refused (tap ${tap.number})`);
    tap.resent = true;
    // What it was is given up, unless it stays as it was because the tab dies.
    if (isMended) this.#journal.discard([entry]);
    await quietly(client.resend(entry.key, isMended ? tap.args : undefined));
    const next = await client.db.outbox.get(entry.seq).catch(() => undefined);
    tap.saved ||= tab.alive && next !== undefined && this.#journal.tapOf(next) === tap;
  }

  #begin(
    tab: Tab,
    kind: ParticipantTap['kind'],
    userId: number,
    id: string | null,
    args: (number: number) => Record<string, unknown>,
  ): ParticipantTap {
    const tap = this.#journal.begin({ kind, userId, id, device: tab.device.name }, args);
    this.#world.note(`${tab.device.name}: ${userId} ${kind} ${id ?? ''} (tap ${tap.number}) ${JSON.stringify(tap.args)}`);
    return tap;
  }

  /** A promise counts from the moment at which the app says "saved", and not for a tab that died before. */
  #promise(tab: Tab, tap: ParticipantTap, done: Promise<unknown>): void {
    void quietly(
      done.then((id) => {
        tap.id ??= String(id);
        tap.saved = tab.alive;
      }),
    );
  }
}
