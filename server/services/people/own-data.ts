import { times } from '../../../contract/limits.ts';
import type { Scope } from '../../../contract/scope.ts';
import type { Caller, Clock } from '../../context.ts';
import { readRowsOf } from '../../store/people/erase.ts';
import { sessionsOf } from '../../store/people/sessions.ts';
import { personalTables } from '../../store/people/personal-tables.ts';
import type { Store } from '../../store/store.ts';
import { writeAs } from '../auth/write-as.ts';
import { erasePerson } from './erase-person.ts';

export interface OwnDataDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: { error(details: object, message: string): void };
  /** Pictures that are still on their way. */
  readonly partialUploads: { forget(person: Pick<Caller, 'userId'>): Promise<void> };
  /** The pictures that people sent, by their links. */
  readonly pictures: { remove(link: string): Promise<void>; dataUrl(link: string): Promise<string | null> };
  /** Hears which session was ended before its time. */
  readonly onRevoked: (sessionId: string) => void;
  /** Hears which scopes have news, after the commit. */
  readonly onCommitted: (scopes: ReadonlySet<Scope>) => void;
}

/** The file is written anew at most this often (ms) for those who leave, since everybody's writes wait for it; else with the next purge. */
const scrubPause = 10 * times.minute;

/** What is stored about people is theirs to take along and to have erased. */
export class OwnData {
  readonly #deps: OwnDataDeps;
  #scrubbedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: OwnDataDeps) {
    this.#deps = deps;
  }

  /** Everything that is stored about the caller, as the text of one JSON object, piece by piece; pictures as data URLs by their links. */
  async *read({ userId }: Caller): AsyncGenerator<string> {
    const { store, clock, pictures } = this.#deps;
    yield `{"madeAt":${JSON.stringify(new Date(clock.now()).toISOString())}`;
    const links = new Set<string>();
    for (const table of personalTables.filter(({ withheld }) => !withheld)) {
      const rows = await readRowsOf(store.reading, table, userId);
      for (const value of rows.flatMap((row) => Object.values(row))) if (isLink(value)) links.add(value);
      yield `,\n${JSON.stringify(table.table)}:${JSON.stringify(rows)}`;
    }
    yield ',\n"pictures":{';
    let first = true;
    for (const link of links) {
      const data = await pictures.dataUrl(link);
      if (data === null) continue;
      yield `${first ? '' : ',\n'}${JSON.stringify(link)}:${JSON.stringify(data)}`;
      first = false;
    }
    yield '}}\n';
  }

  /**
   * Forgets the caller, in the database, in its files and in the mirrors of others. When it resolves, nothing of them is on the disk, unless
   * somebody else has just left: what lies in free pages of the file then goes with the next purge.
   */
  async erase(caller: Caller, keepsShared: boolean): Promise<void> {
    const { userId } = caller;
    const { clock, pictures, partialUploads, onRevoked, onCommitted } = this.#deps;
    // What they shared, and where, is read with it.
    const { sessions, scopes, links } = await writeAs(this.#deps, caller, 'as-found', async (trx) => {
      const open = await sessionsOf(trx, userId);
      const erased = await erasePerson(trx, { userId, keepsShared, erasedAt: clock.now() });
      return { sessions: open, scopes: erased.scopes, links: erased.pictures };
    });
    onCommitted(scopes);
    for (const sessionId of sessions) onRevoked(sessionId);
    for (const link of links) await pictures.remove(link);
    await partialUploads.forget({ userId });
    if (clock.now() - this.#scrubbedAt >= scrubPause) await this.scrub();
  }

  /** Makes unreadable what was erased; what cannot be done now is done with the next purge. */
  async scrub(): Promise<void> {
    this.#scrubbedAt = this.#deps.clock.now();
    try {
      await this.#deps.store.scrub();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'what was erased is not scrubbed yet');
    }
  }
}

const isLink = (value: unknown): value is string => typeof value === 'string' && value.startsWith('/images/');
