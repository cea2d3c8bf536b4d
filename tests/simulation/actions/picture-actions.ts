import { waitingPicture } from '#contract/pictures.ts';
import { userStatisticId } from '#contract/resources/statistics.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { SyncClient } from '#sync/engine/client.ts';
import { command } from '#sync/outbox/command.ts';
import { marked, type ParticipantJournal, type ParticipantTap } from '../promises/participant-journal.ts';
import { eventId, statisticIds } from '../world/people.ts';
import { side } from './grey-pictures.ts';
import { bytesOf } from './pictures.ts';
import { mendedEdit, profileEdit } from './profile-edits.ts';
import type { Tab } from '../world/device.ts';
import { TapRecorder } from './tap-recorder.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

/** Actions of participants that may bring a picture, in the calls of the screens. */
export class PictureActions {
  readonly #world: World;
  readonly #journal: ParticipantJournal;
  readonly #tapping: TapRecorder;

  constructor(world: World, journal: ParticipantJournal) {
    this.#world = world;
    this.#journal = journal;
    this.#tapping = new TapRecorder(world, journal);
  }

  countWithEvidence(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const statisticId = this.#world.random.pick(statisticIds);
    const id = userStatisticId(statisticId, userId);
    const count = this.#tapping.begin(tab, { kind: 'count', userId, id }, (number) => marked.count(number, 1));
    const bytesId = client.newId();
    const proof = this.#tapping.begin(tab, { kind: 'evidence', userId, id: null }, (number) => ({
      statisticId,
      url: waitingPicture(bytesId, number, side),
    }));
    const commands = [
      command('userStatistics', 'count', count.args as { value: number; change: 1 }, { id, eventId }),
      command('evidence', 'create', proof.args as { statisticId: number; url: string }, { eventId, ...bytesOf(proof.args) }),
    ];
    const done = client.engine().then((engine) => engine.executeAll(commands, ''));
    this.#tapping.recordResult(tab, count, done);
    const proofDone = done.then(([, proofId]) => proofId);
    this.#tapping.recordResult(tab, proof, proofDone);
  }

  /** Changes some fields, as the form sends only changed ones. */
  profile(tab: Tab): void {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const { random, people } = this.#world;
    const foreign = people.filter((person) => person.userId !== userId).flatMap((person) => this.#journal.addressesOf(person).slice(0, 2));
    const by = { random, userId, foreign, bytesId: client.newId() };
    const tap = this.#tapping.begin(tab, { kind: 'profile', userId, id: String(userId) }, (number) => profileEdit(number, by));
    const save = command('me', 'save', tap.args, { id: userId, eventId: 0, ...bytesOf(tap.args) });
    this.#tapping.recordResult(
      tab,
      tap,
      client.engine().then((engine) => engine.executeAll([save], 'profile')),
    );
  }

  /** Resends a profile whose address was refused, unchanged or with another address. */
  async resend(tab: Tab, client: SyncClient, entry: OutboxEntry): Promise<void> {
    const { userId } = client;
    const mend = (number: number): Record<string, unknown> => mendedEdit(number, userId, entry.args as Record<string, unknown>);
    const isMended = this.#world.random.chance(0.5);
    const tap = isMended
      ? this.#tapping.begin(tab, { kind: 'profile', userId, id: String(userId) }, mend)
      : (this.#journal.tapOf(entry) as ParticipantTap);
    this.#world.note(`${tab.device.name}: resends a rejected command as tap ${tap.number}`);
    tap.resent = true;
    // The person gives up its previous content.
    if (isMended) this.#journal.discard([entry]);
    await ignoringRefusals(client.engine().then((engine) => engine.resend(entry.key, isMended ? tap.args : undefined)));
    const next = await client.db.outbox.get(entry.seq).catch(() => undefined);
    tap.saved ||= tab.alive && next !== undefined && this.#journal.tapOf(next) === tap;
  }
}
