import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTyped, nameToType } from '#contract/endpoints/admin-users.ts';
import { Refusal } from '#contract/errors.ts';
import { times } from '#contract/times.ts';
import { scopeOf } from '#contract/scope.ts';
import type { Caller } from '#server/lib/caller.ts';
import type { Clock } from '#server/lib/clock.ts';
import { countAdmins } from '#server/store/accounts/admins.ts';
import { readRowsOf } from '#server/store/accounts/erase.ts';
import { endSessionsWith } from '#server/store/accounts/sessions.ts';
import { type PersonalTable, personalTables } from '#server/store/accounts/personal-tables.ts';
import { dynamicScopes, type Store, type WriteHandle } from '#server/store/store.ts';
import { audit } from '../audit/audit.ts';
import { writeAs, writeAsAdmin } from '../auth/write-as.ts';
import { requirePerson } from './administration.ts';
import { type Erased, erasePerson } from './erase-person.ts';

export interface OwnDataDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: { error(details: object, message: string): void };
  readonly partialUploads: { forget(person: Pick<Caller, 'userId'>): Promise<void> };
  readonly pictures: { remove(link: string): Promise<void>; dataUrl(link: string): Promise<string | null> };
  /** Removes the mails to a person that are stored as files. */
  readonly deleteMailFiles: (userId: number) => Promise<void>;
}

/** The minimum time (ms) between two scrubs after erasures, because all writes wait for a scrub; the next purge scrubs the rest. */
const scrubPause = 10 * times.minute;

const pageRows = 500;

const downloaded = Map.groupBy(
  personalTables.filter(({ withheld }) => !withheld),
  ({ table }) => table,
);

export class OwnData {
  readonly #deps: OwnDataDeps;
  #scrubbedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: OwnDataDeps) {
    this.#deps = deps;
  }

  /**
   * Returns all data of the caller as the text of one JSON object in pieces, pictures as data URLs by link. Pages are read at the reader's
   * pace, so a changed row may be old or new. Throws errors of the first read; after a later one the text ends early.
   */
  async read({ userId }: Caller): Promise<AsyncIterable<string>> {
    const pieces = this.#piecesOf(userId);
    const first = await pieces.next();
    return (async function* () {
      if (!first.done) yield first.value;
      yield* pieces;
    })();
  }

  async *#piecesOf(userId: number): AsyncGenerator<string> {
    const { clock, pictures } = this.#deps;
    let before = `{"madeAt":${JSON.stringify(new Date(clock.now()).toISOString())}`;
    const links = new Set<string>();
    for (const [table, parts] of downloaded) {
      before += `,\n${JSON.stringify(table)}:[`;
      for await (const rows of this.#pagesOf(parts, userId)) {
        for (const value of rows.flatMap((row) => Object.values(row))) if (isLink(value)) links.add(value);
        yield before + rows.map((row) => JSON.stringify(row)).join(',');
        before = ',';
      }
      before = before === ',' ? ']' : `${before}]`;
    }
    yield `${before},\n"pictures":{`;
    let comma = '';
    for (const link of links) {
      const data = await pictures.dataUrl(link);
      if (data === null) continue;
      yield `${comma}${JSON.stringify(link)}:${JSON.stringify(data)}`;
      comma = ',\n';
    }
    yield '}}\n';
  }

  async *#pagesOf(parts: readonly PersonalTable[], userId: number): AsyncGenerator<readonly Record<string, unknown>[]> {
    for (let offset = 0; ; offset += pageRows) {
      const rows = await readRowsOf(this.#deps.store.reading, { parts, userId, offset, limit: pageRows });
      if (rows.length > 0) yield rows;
      if (rows.length < pageRows) return;
      await nextTurn();
    }
  }

  /**
   * Erases the caller in the database, its files and the mirrors of others. Free pages of the file are scrubbed before it resolves, or with
   * the next purge after another recent erasure. Throws `last_admin` for the last global admin.
   */
  async erase(caller: Caller, keepsShared: boolean): Promise<void> {
    // Takes further locks as shared rows are found. Global admins are erased one after another, so that one of them remains.
    const known = [scopeOf.all, scopeOf.user(caller.userId)];
    const erased = await writeAs(this.#deps, caller, dynamicScopes(known), async (trx, { role }) => {
      if (role === 'admin' && (await countAdmins(trx)) === 1) throw new Refusal('last_admin');
      const erased = await this.#take(trx, caller.userId, keepsShared);
      await audit(trx, this.#deps.clock.now(), {
        kind: 'people.erased',
        actorId: null,
        details: { own: true, ...sharedFate(keepsShared) },
      });
      return erased;
    });
    await this.#afterwards(caller.userId, erased);
  }

  /** Erases another person after a global admin typed their `name`. Throws `not_found`, `name_mismatch`, or `not_oneself`. */
  async eraseOther(caller: Caller, userId: number, { name, keepsShared }: { name: string; keepsShared: boolean }): Promise<void> {
    if (userId === caller.userId) throw new Refusal('not_oneself');
    const erased = await writeAsAdmin(this.#deps, caller, { access: 'global-admin' }, async (trx) => {
      if (!isTyped(nameToType(await requirePerson(trx, userId)), name)) throw new Refusal('name_mismatch');
      const erased = await this.#take(trx, userId, keepsShared);
      await audit(trx, this.#deps.clock.now(), { kind: 'people.erased', actorId: caller.userId, details: sharedFate(keepsShared) });
      return erased;
    });
    await this.#afterwards(userId, erased);
  }

  async #take(trx: WriteHandle, userId: number, keepsShared: boolean): Promise<Erased> {
    await endSessionsWith(trx, userId);
    return erasePerson(trx, { userId, keepsShared, erasedAt: this.#deps.clock.now() });
  }

  async #afterwards(userId: number, { pictures: links }: Erased): Promise<void> {
    const { clock, pictures, partialUploads, deleteMailFiles } = this.#deps;
    for (const link of links) await pictures.remove(link);
    await partialUploads.forget({ userId });
    await deleteMailFiles(userId);
    if (clock.now() - this.#scrubbedAt >= scrubPause) await this.scrub();
  }

  /** Overwrites erased data. After a failure the next purge tries again. */
  async scrub(): Promise<void> {
    this.#scrubbedAt = this.#deps.clock.now();
    try {
      await this.#deps.store.scrub();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'what was erased is not scrubbed yet');
    }
  }
}

const sharedFate = (keepsShared: boolean) => ({ shared: keepsShared ? 'anonymise' : 'delete' });

const isLink = (value: unknown): value is string => typeof value === 'string' && value.startsWith('/images/');
