import { entityKey } from '#contract/resource.ts';
import { userStatisticId } from '#contract/resources/statistics.ts';
import type { Device, Tab } from '../world/device.ts';
import { eventId, passwordOf, statisticIds } from '../world/people.ts';
import { marked, type ParticipantJournal } from '../promises/participant-journal.ts';
import { parkedCommands } from './parked-commands.ts';
import { PictureActions } from './picture-actions.ts';
import { TapRecorder } from './tap-recorder.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

/** Actions of participants, in the calls of the screens. */
export class ParticipantActions {
  readonly #world: World;
  readonly #journal: ParticipantJournal;
  readonly #tapping: TapRecorder;
  readonly #pictures: PictureActions;
  readonly #leaving = new Map<string, Tab>();

  constructor(world: World, journal: ParticipantJournal) {
    this.#world = world;
    this.#journal = journal;
    this.#tapping = new TapRecorder(world, journal);
    this.#pictures = new PictureActions(world, journal);
  }

  /** Adds one, or subtracts one if the person sees more than zero. */
  async count(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    if (!client) return;
    const id = userStatisticId(this.#world.random.pick(statisticIds), client.userId);
    const seen = await client.db
      .mirror('userStatistics')
      .get(id)
      .catch(() => undefined);
    const change = (seen?.value ?? 0) > 0 && this.#world.random.chance(0.75) ? -1 : 1;
    const tap = this.#tapping.begin(tab, { kind: 'count', userId: client.userId, id }, (number) => marked.count(number, change));
    this.#tapping.recordResult(
      tab,
      tap,
      client
        .engine()
        .then((engine) => engine.execute('userStatistics', 'count', tap.args as { value: number; change: 1 | -1 }, { id, eventId })),
    );
  }

  countWithEvidence(tab: Tab): void {
    this.#pictures.countWithEvidence(tab);
  }

  profile(tab: Tab): void {
    this.#pictures.profile(tab);
  }

  meetup(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const start = new Date(this.#world.clock.now()).toISOString();
    const tap = this.#tapping.begin(tab, { kind: 'meetup', userId: client.userId, id: null }, (number) => marked.meetup(number, start));
    this.#tapping.recordResult(
      tab,
      tap,
      client.engine().then((engine) => engine.execute('meetups', 'create', tap.args as ReturnType<typeof marked.meetup>, { eventId })),
    );
  }

  feedback(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const tap = this.#tapping.begin(tab, { kind: 'feedback', userId: client.userId, id: null }, marked.feedback);
    this.#tapping.recordResult(
      tab,
      tap,
      client.engine().then((engine) => engine.execute('feedback', 'create', tap.args as ReturnType<typeof marked.feedback>, { eventId })),
    );
  }

  /** The author removes a meetup; an admin removes any. */
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
    const tap = this.#tapping.begin(tab, { kind: 'removal', userId, id }, () => ({}));
    this.#tapping.recordResult(
      tab,
      tap,
      client.engine().then((engine) => engine.execute('meetups', 'remove', {}, { id, eventId })),
    );
  }

  /** Discards a rejected command and those that depend on it, or sends it again, unchanged or with another address. */
  async decide(tab: Tab): Promise<void> {
    const client = clientOf(tab);
    const refused = await parkedCommands(client);
    if (!client || refused.length === 0) return;
    const entry = this.#world.random.pick(refused);
    if (entry.lastError?.code === 'email_unusable' && this.#world.random.chance(0.7)) {
      await this.#pictures.resend(tab, client, entry);
      return;
    }
    this.#world.note(`${tab.device.name}: discards ${entityKey(entry)}`);
    const dependents = client.db.outbox.where('entities').equals(entityKey(entry));
    this.#journal.discard(entry.mutation === 'create' ? await dependents.toArray() : [entry]);
    await ignoringRefusals(client.engine().then((engine) => engine.discard([entry.key])));
  }

  /** Returns whether a person on this device waits for the erasure of their account: until then their screen accepts no second one. */
  isLeaving({ name }: Device): boolean {
    return this.#leaving.get(name)?.alive ?? false;
  }

  /** Erases the account. The outcome is unknown before the calm. */
  leave(tab: Tab): void {
    const client = clientOf(tab);
    if (!client || this.isLeaving(tab.device)) return;
    const keepsShared = this.#world.random.chance(0.5);
    this.#world.note(
      `${tab.device.name}: ${client.userId} erases the account (${keepsShared ? 'shared content stays' : 'with all content'})`,
    );
    this.#leaving.set(tab.device.name, tab);
    const inform = (): void => void this.#journal.informedOfErasure.add(`${tab.device.name}/${client.userId}`);
    tab.onKill(inform);
    const { state } = tab.session;
    state.subscribe(() => {
      const now = state.get();
      if (now.status === 'signed-out' && now.erased) inform();
    });
    const left = tab.session.leaveForGood(passwordOf(client), keepsShared ? 'anonymise' : 'delete').then((outcome) => {
      if (outcome.kind === 'answer' && outcome.status === 200) inform();
    });
    void ignoringRefusals(left).then(() => this.#leaving.delete(tab.device.name));
  }
}
