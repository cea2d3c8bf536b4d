import { sql } from 'kysely';
import { batch, type BatchCall } from '#contract/endpoints/core.ts';
import { type BaseRow, entityKey, type RowId } from '#contract/resource.ts';
import { type CallEntry, callTable } from '#server/http/commands/call-table.ts';
import { isPostgres } from '#server/store/core/dialect.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import { type ReadHandle, sqlOf } from '#server/store/core/handles.ts';
import type { OutboxEntry } from '#db/records.ts';
import type { LogEntry } from '../promises/server-log.ts';
import type { ServerRequest } from './server-answer.ts';
import type { Tape } from './triggers.ts';

/** A device that must receive an announcement; `afterAct` is the last act before its publication. */
export interface Expected {
  readonly announcementId: string;
  readonly endpoint: string;
  readonly userId: number;
  readonly afterAct: number;
}

/** The tables that event admins change. */
const tables = {
  schedule: 'schedule_entries',
  announcements: 'announcements',
  codes: 'event_codes',
  contactLinks: 'contact_links',
  homeEntries: 'home_entries',
  arrangements: 'arrangements',
  events: 'events',
} as const;

export class Recorder {
  readonly log: LogEntry[] = [];
  readonly #db: ReadHandle;
  readonly #tape: Tape;
  readonly #calls = new Map<string, BatchCall>();
  readonly #erased = new Set<number>();
  /** The numbers of recorded acts. */
  #seen = new Set<number>();
  #turn: Promise<void> = Promise.resolve();

  private constructor(db: ReadHandle, tape: Tape) {
    this.#db = db;
    this.#tape = tape;
  }

  static async install(db: ReadHandle, tape: Tape): Promise<Recorder> {
    const recorder = new Recorder(db, tape);
    await recorder.#begin();
    return recorder;
  }

  async #begin(): Promise<void> {
    for (const part of this.#tape.begin) await part.execute(sqlOf(this.#db));
    this.#seen = new Set();
  }

  /** Call it after work that deletes temporary tables, such as an erasure, which rewrites the database; call `flush` before that work. */
  renew(): Promise<void> {
    return this.#inTurn(() => this.#renew());
  }

  async #renew(): Promise<void> {
    // Acts of others came before the erasure.
    if (isPostgres(sqlOf(this.#db))) await this.#flush();
    const erasures = await sqlOf(this.#db).selectFrom('erasures').select('user_id').execute();
    for (const { user_id: userId } of erasures) {
      if (!this.#erased.has(userId)) this.log.push({ kind: 'erased', userId });
      this.#erased.add(userId);
    }
    if (isPostgres(sqlOf(this.#db))) return;
    const { rows } = await sql`select name from temp.sqlite_master where name = 'acts'`.execute(sqlOf(this.#db));
    if (rows.length === 0) await this.#begin();
  }

  /** Records every request, because a receipt contains only the answer. */
  noteRequest({ method, path, headers, body }: ServerRequest): void {
    // Pieces of a picture are no commands.
    if (typeof body !== 'string') return;
    const key = headers['idempotency-key'];
    const alone = (): BatchCall => ({ key, method, path, body: JSON.parse(body) }) as BatchCall;
    const calls = path === batch.path ? (JSON.parse(body) as { calls: BatchCall[] }).calls : key === undefined ? [] : [alone()];
    for (const call of calls) this.#calls.set(call.key, call);
  }

  /** Records the acts since the last call. */
  flush(): Promise<void> {
    return this.#inTurn(() => this.#flush());
  }

  /** Runs recordings one at a time, because a request may arrive twice at once. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work);
    return this.#turn;
  }

  async #flush(): Promise<void> {
    const { rows } = await sql<{ order: number; user_id: number; key: string; status: number; body: string | null }>`
      select * from ${sql.table(this.#tape.acts)} order by "order"`.execute(sqlOf(this.#db));
    // If two transactions overlap, the later commit may have the lower number.
    for (const { order, user_id: userId, key, status, body } of rows.filter((row) => !this.#seen.has(row.order))) {
      this.#seen.add(order);
      const sent = this.#calls.get(key)?.body;
      if (status >= 300) {
        const { error: code } = JSON.parse(body ?? '{}') as { error: string };
        const resource = this.#entryOf(key)?.resource.name ?? '';
        this.log.push({ kind: 'refused', order, userId, key, resource, entity: this.#nameOf(key, null), body: sent, code });
        continue;
      }
      const row = body === null ? null : (JSON.parse(body) as BaseRow);
      this.log.push({ kind: 'act', order, userId, key, entity: this.#entityOf(key, row), row, body: sent });
    }
  }

  async recordBackup(name: string): Promise<void> {
    await this.flush();
    this.log.push({ kind: 'backup', name });
  }

  /** Call it after the restore. */
  async noteRestore(name: string, waiting: readonly OutboxEntry[], taps: number): Promise<void> {
    await this.flush();
    this.log.push({ kind: 'restore', name, rows: await this.rows(), waiting, taps });
  }

  /** Returns the current rows by `entityKey`. */
  async rows(): Promise<Map<string, BaseRow>> {
    const found = new Map<string, BaseRow>();
    for (const [resource, table] of Object.entries(tables)) {
      const ids = (await sqlOf(this.#db).selectFrom(table).select('id').execute()).map(({ id }) => id);
      for (const row of (await loadRows(this.#db, resource, ids)).values()) found.set(entityKey({ resource, id: row.id }), row);
    }
    return found;
  }

  async expected(): Promise<Expected[]> {
    const { rows } = await sql<Expected>`select announcement_id as "announcementId", endpoint, user_id as "userId", after_act as "afterAct"
      from ${sql.table(this.#tape.expected)}`.execute(sqlOf(this.#db));
    return rows;
  }

  #entityOf(key: string, row: BaseRow | null): string {
    const entity = this.#nameOf(key, row);
    if (entity === null) throw new Error(`no request had the key ${key}`);
    return entity;
  }

  #nameOf(key: string, row: BaseRow | null): string | null {
    const entry = this.#entryOf(key);
    const id: RowId | undefined = row?.id ?? entry?.pattern.exec(this.#calls.get(key)?.path ?? '')?.groups?.['id'];
    return entry && id !== undefined ? entityKey({ resource: entry.resource.name, id }) : null;
  }

  #entryOf(key: string): CallEntry | undefined {
    const call = this.#calls.get(key);
    return callTable.find(({ mutation, pattern }) => mutation.method === call?.method && pattern.test(call.path));
  }
}
