import {
  type Dating,
  dating,
  datingId,
  datingInterests,
  type DatingRating,
  hasOptedIn,
  ratingOf,
  sharedInterests,
  type DatingMatch,
} from '#contract/resources/dating.ts';
import { ruleOn } from '#sync/mirror/rebase.ts';
import { sqlOf } from '#server/store/core/handles.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { Tab } from '../world/device.ts';
import type { Journal } from '../promises/journal.ts';
import { clientOf, ignoringRefusals } from '../world/visits.ts';
import type { World } from '../world/world.ts';

interface Tap {
  readonly device: string;
  readonly mutation: 'save' | 'rate' | 'forget';
  readonly args: object;
  /** True if the app has reported it; otherwise it may be stored all the same. */
  saved: boolean;
}

/** With more taps that may or may not be stored, the expected result is unknown. */
const fewUnsure = 8;

export class DatingActions {
  readonly #world: World;
  readonly #journal: Journal;
  readonly #taps = new Map<string, Tap[]>();

  constructor(world: World, journal: Journal) {
    this.#world = world;
    this.#journal = journal;
  }

  savePreferences(tab: Tab, eventId: number): void {
    const { random } = this.#world;
    this.#tap(tab, eventId, 'save', { interests: datingInterests.filter(() => random.chance(0.75)) });
  }

  rate(tab: Tab, eventId: number): void {
    const client = clientOf(tab);
    if (!client) return;
    const { random, people } = this.#world;
    const other = random.pick(people.filter(({ userId }) => userId !== client.userId));
    const rating = random.pick<DatingRating>([1, 1, 1, 1, 1, 0, -1]);
    this.#tap(tab, eventId, 'rate', { ratedParticipantId: `${eventId}-${other.userId}`, rating });
  }

  forget(tab: Tab, eventId: number): void {
    this.#tap(tab, eventId, 'forget', {});
  }

  #tap(tab: Tab, eventId: number, mutation: Tap['mutation'], args: object): void {
    const client = clientOf(tab);
    if (!client) return;
    const { userId } = client;
    const id = datingId(eventId, userId);
    this.#world.note(`${tab.device.name}: ${userId} ${mutation} ${JSON.stringify(args)} in event ${eventId}`);
    const one: Tap = { device: tab.device.name, mutation, args, saved: false };
    this.#taps.set(id, [...(this.#taps.get(id) ?? []), one]);
    const done = client
      .engine()
      .then((engine) => engine.execute('dating', mutation, args as never, { id, eventId }))
      .then(() => {
        one.saved = tab.alive;
      });
    void ignoringRefusals(done);
  }

  /**
   * Returns deviations: answers that are not stored although they must be, and participants or matches that do not follow from the answers.
   */
  async violations(entries: readonly OutboxEntry[]): Promise<string[]> {
    const rows = await this.#rows<Dating>('dating');
    const shown = await this.#rows<{ id: string; userId: number }>('datingParticipants');
    const matches = await this.#rows<DatingMatch>('datingMatches');
    const matchOf = (userId: number, otherId: number, interests: readonly string[]) => `${userId} with ${otherId} for ${interests.join()}`;
    const pairs = rows.flatMap((own) =>
      rows.flatMap((other) => {
        const overlap = sharedInterests(own, other);
        const both = ratingOf(own, other.userId) === 1 && ratingOf(other, own.userId) === 1;
        return both && overlap.length > 0 ? [matchOf(own.userId, other.userId, overlap)] : [];
      }),
    );
    const made = matches.map(({ userId, otherId, overlappingInterests }) => matchOf(userId, otherId, overlappingInterests));
    // A match that one person took back stays for both for a day (decision 42).
    const lasting = matches.flatMap(({ userId, otherId, overlappingInterests }) =>
      made.includes(matchOf(otherId, userId, overlappingInterests)) ? [matchOf(userId, otherId, overlappingInterests)] : [],
    );
    const takingPart = rows.filter(hasOptedIn).map(({ userId }) => userId);
    return [
      ...different('matches', [...new Set([...pairs, ...lasting])], made),
      ...different(
        'participants',
        takingPart.map(String),
        shown.map(({ userId }) => String(userId)),
      ),
      ...[...this.#taps].flatMap(([id, taps]) => this.#lost(id, taps, rows, entries)),
    ];
  }

  /** Checks only people who used a single device, which fixes the order. */
  #lost(id: string, taps: readonly Tap[], rows: readonly Dating[], entries: readonly OutboxEntry[]): string[] {
    const unsure = taps.filter(({ saved }) => !saved);
    const isOpen = entries.some((entry) => entry.resource === dating.name && entry.id === id);
    if (new Set(taps.map(({ device }) => device)).size > 1 || unsure.length > fewUnsure) return [];
    if (isOpen || this.#journal.discarded.has(id)) return [];
    const textOf = (row: Dating | null): string => JSON.stringify(row && [row.interests, row.interestedIn, row.notInterestedIn]);
    const there = textOf(rows.find((row) => row.id === id) ?? null);
    const possible = Array.from({ length: 2 ** unsure.length }, (_, kept) =>
      textOf(
        resultOf(
          id,
          taps.filter((tap) => tap.saved || (kept >> unsure.indexOf(tap)) % 2 === 1),
        ),
      ),
    );
    return possible.includes(there)
      ? []
      : [`wrong dating row ${id}: is ${there}, expected from the taps: ${[...new Set(possible)].join(' or ')}`];
  }

  async #rows<Row>(resource: string): Promise<Row[]> {
    const db = this.#world.server.store.reading;
    const tables = { dating: 'dating', datingParticipants: 'dating_participants', datingMatches: 'dating_matches' } as const;
    const found = await sqlOf(db)
      .selectFrom(tables[resource as keyof typeof tables])
      .select('id')
      .execute();
    const rows = await loadRows(
      db,
      resource,
      found.map((row) => row.id),
    );
    return [...rows.values()] as unknown as Row[];
  }
}

/** Applies these taps to an empty row by the rules. */
function resultOf(id: string, taps: readonly Tap[]): Dating | null {
  const [eventId, userId] = id.split('-').map(Number) as [number, number];
  const entry = { id, eventId, userId, createdAt: 0, seq: 1 };
  return taps.reduce<Dating | null>(
    (row, tap) => ruleOn(dating, row, { ...entry, ...tap } as unknown as OutboxEntry) as Dating | null,
    null,
  );
}

function different(what: string, expected: readonly string[], there: readonly string[]): string[] {
  const [required, found] = [expected.toSorted().join('; '), there.toSorted().join('; ')];
  return required === found ? [] : [`wrong ${what}: ${found}, expected from the answers: ${required}`];
}
