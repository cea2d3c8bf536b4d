import { entityKey } from '../../contract/resource.ts';
import { feedback } from '../../contract/resources/feedback.ts';
import { me } from '../../contract/resources/me.ts';
import { meetups } from '../../contract/resources/meetups.ts';
import { userStatisticId, userStatistics } from '../../contract/resources/user-statistics.ts';
import type { Device } from './device.ts';
import { eventId, password, statisticIds } from './people.ts';
import { marked, type ParticipantJournal, type ParticipantTap } from './participant-journal.ts';
import type { Tab } from './tab.ts';
import { clientOf, quietly } from './visits.ts';
import type { World } from './world.ts';

const profileFields = ['name', 'whatsapp', 'instagram', 'linkedin'];

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

  /** Some fields, as the form sends only what was changed. */
  profile(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const some = profileFields.filter(() => this.#world.random.chance(0.4));
    const fields = some.length > 0 ? some : [this.#world.random.pick(profileFields)];
    const tap = this.#begin(tab, 'profile', userId, String(userId), (number) => marked.profile(number, fields, userId));
    this.#promise(tab, tap, client.execute(me, 'save', tap.args, { id: userId, eventId }));
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

  /** Throws away something that was refused, and what hangs on it. */
  async deal(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    const refused = client ? await client.db.outbox.filter(({ state }) => state !== 'waiting').toArray() : [];
    if (!client || refused.length === 0) return;
    const entry = this.#world.random.pick(refused);
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
    const left = quietly(tab.session.leaveForGood(password, keepsShared ? 'anonymise' : 'delete').then(() => undefined));
    void left.then(() => this.#leaving.delete(tab.device.name));
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
