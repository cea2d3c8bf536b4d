import { createHash } from 'node:crypto';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isRetryable } from '#server/store/core/failures.ts';
import { noteActivity, turns } from '../world/idle.ts';
import type { Random } from '../world/random.ts';
import { Backends } from './backends.ts';
import { Connected } from './connected.ts';
import type { Life } from './life.ts';
import { Notices } from './notices.ts';
import { isEnd, nameOf, numberOf, type Outcome, outcomeOf, type Parked, type Statement, type Task } from './statement.ts';
import { whenThreadsIdle, areThreadsBusy } from './threads.ts';

/** Turns of the event loop without a request: after them, every answered caller has made its next request. */
const restfulTurns = { least: 2, most: 6 };

/** A write that failed because of another is repeated within so many statements of others, and so many ms of real time. */
const repeats = { within: 30, pause: 300 };

/** Time (ms) until a running statement is checked for waiting. */
const patience = 2;

/** Statements that may wait for a lock. */
const mayWait = /pg_advisory_lock|^\s*(insert|update|delete|with)|for (update|share)/i;

/** Statements that may free a lock. */
const mayFree = /^\s*(commit|rollback)|pg_advisory_unlock/i;

/** The chance that a statement waiting for a lock fails with a timeout. */
const impatience = 0.03;

type Query = (this: pg.Client, ...values: unknown[]) => unknown;
type Emit = (this: pg.Client, event: string, ...values: unknown[]) => boolean;
type Connect = (this: pg.Client) => Promise<void>;

const asksTime = (sql: string): boolean => /^select extract\(epoch from clock_timestamp\(\)\) \* 1000 as now$/.test(sql);

/** The chance that the statements sent together with the last one of a connection run too, unnoticed. */
const wentOut = 0.5;

/**
 * Runs the statements of all servers one at a time in random order, each choice after all answered callers have made their next request. So
 * a seed repeats the same interleaving of transactions. A statement that waits for a lock is skipped until the lock is free.
 */
export class DatabaseTurns {
  readonly #random: Random;
  readonly #backends: Backends;
  readonly #lives = new Map<string, Life>();
  readonly #parked = new Set<Parked>();
  #waiting: Statement[] = [];
  readonly #notifying = new Set<pg.Client>();
  readonly #notices = new Notices();
  readonly #now: () => number;
  #connecting = 0;
  readonly #connected = new Connected();
  #played = 0;
  readonly #tasks = new Set<Task>();
  readonly #taskNow = new AsyncLocalStorage<Task>();
  #numberOfTasks = 0;
  #statements = 0;
  #working: Promise<void> | null = null;
  /** True if no statement that waits for a lock fails with a timeout. */
  isPatient = false;
  /** Called after the commit of a notification, and awaited. */
  onNotified: () => Promise<void> = () => Promise.resolve();
  readonly #fingerprint = createHash('sha256');
  readonly #undo: () => void;

  /** `observer` is a connection for this alone; `now` returns the database's time. */
  constructor(random: Random, observer: pg.Client, now: () => number) {
    this.#random = random;
    this.#now = now;
    this.#backends = new Backends(observer);
    this.#undo = this.#standBetween();
  }

  /** Returns a fingerprint that shows if another run of the same seed was the same. */
  get fingerprint(): string {
    return `${this.#played} statements, ${this.#fingerprint.copy().digest('hex').slice(0, 8)}`;
  }

  add(life: Life): void {
    this.#lives.set(life.name, life);
  }

  /** Wrap every request to a server in it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const task = { number: this.#numberOfTasks, repeats: null };
    this.#numberOfTasks += 1;
    this.#tasks.add(task);
    try {
      return await this.#taskNow.run(task, work);
    } finally {
      this.#tasks.delete(task);
    }
  }

  /** Resolves when there is no open request or statement. */
  async whenIdle(): Promise<void> {
    for (let rested = 0, seen = this.#statements; rested < restfulTurns.most;) {
      while (this.#working || this.#connecting > 0) await (this.#working ?? turns(1));
      await turns(1);
      rested = seen === this.#statements && !this.#isBusy ? rested + 1 : 0;
      seen = this.#statements;
    }
  }

  /** Ends all connections of a life, in the middle of any statement. */
  async cut(life: Life): Promise<void> {
    await this.#backends.terminate([...life.clients]);
  }

  /** Ends the connection on which a life receives notifications. */
  async cutListener(life: Life): Promise<void> {
    await this.#backends.terminate([...life.clients].filter((client) => this.#notices.isListener(client)));
  }

  /** Ends all connections of a life and drops its waiting statements. */
  async kill(life: Life): Promise<void> {
    life.die();
    this.#waiting = this.#waiting.filter((each) => each.life !== life);
    for (const each of this.#parked) if (each.statement.life === life) this.#parked.delete(each);
    await this.cut(life);
    this.#lives.delete(life.name);
  }

  /** Resolves when a life has received everything up to this notice but has not processed it; never if it no longer listens. */
  async whenNoticeArrived(life: Life, payload: string): Promise<void> {
    await this.#notices.whenArrived([...life.clients], payload);
  }

  releaseNotices(life: Life): void {
    this.#notices.release([...life.clients]);
  }

  close(): void {
    this.#undo();
  }

  #standBetween(): () => void {
    const { query, connect, emit } = pg.Client.prototype as unknown as { query: Query; connect: Connect; emit: Emit };
    const lifeOf = (client: pg.Client): Life | undefined => {
      const { application_name: name } = (client as unknown as { connectionParameters: { application_name?: string } })
        .connectionParameters;
      return this.#lives.get(name ?? '');
    };
    const takeTurn = (client: pg.Client, values: unknown[]) =>
      this.#take(client, lifeOf(client), values, () => query.apply(client, values));
    const connectInTime = (client: pg.Client, mayConnect?: Promise<void>) =>
      this.#connect(client, lifeOf(client), mayConnect, () => connect.call(client));
    const notices = this.#notices;
    const patched = {
      query(this: pg.Client, ...values: unknown[]) {
        return takeTurn(this, values);
      },
      connect(this: pg.Client, answered?: (error: unknown) => void) {
        // Pools pass a callback; a listener awaits the connection.
        if (!answered) {
          const life = lifeOf(this);
          if (life) notices.add(this);
          return connectInTime(this, life?.unblocked);
        }
        const done = connectInTime(this);
        done.then(() => answered(null), answered);
        return undefined;
      },
      emit(this: pg.Client, event: string, ...values: unknown[]) {
        if (event !== 'notification') return emit.call(this, event, ...values);
        return notices.hold(this, values[0] as pg.Notification, () => void emit.call(this, event, ...values));
      },
    };
    Object.assign(pg.Client.prototype, patched);
    return () => void Object.assign(pg.Client.prototype, { query, connect, emit });
  }

  async #connect(
    client: pg.Client,
    life: Life | undefined,
    mayConnect: Promise<void> | undefined,
    connect: () => Promise<void>,
  ): Promise<void> {
    if (!life) return connect();
    await mayConnect;
    if (life.dead) return never();
    this.#statements += 1;
    this.#connecting += 1;
    noteActivity();
    const turn = this.#notices.isListener(client) ? null : this.#connected.register();
    this.#beginWork();
    try {
      await connect();
    } finally {
      await turn?.();
      this.#connecting -= 1;
      this.#statements += 1;
    }
    if (life.dead) {
      void client.end().catch(() => undefined);
      return never();
    }
    life.clients.add(client);
    client.once('end', () => life.clients.delete(client));
    return undefined;
  }

  #take(client: pg.Client, life: Life | undefined, values: readonly unknown[], run: () => unknown): unknown {
    const [statement] = values;
    const sql = typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? '');
    if (!life) return run();
    if (life.dead) return never();
    if (asksTime(sql)) return Promise.resolve({ rows: [{ now: this.#now() }] });
    // A listener's queries follow the machine's clock, so they take no turn.
    if (this.#notices.isListener(client)) return run();
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome): void => ('result' in outcome ? resolve(outcome.result) : reject(outcome.error));
      const task = this.#taskNow.getStore();
      const notBefore = (!isEnd(sql) && task?.repeats?.notBefore) || 0;
      if (task && !isEnd(sql)) task.repeats = null;
      this.#waiting.push({ task, notBefore, life, client, sql, run: run as Statement['run'], settle });
      this.#statements += 1;
      noteActivity();
      this.#beginWork();
    });
  }

  #beginWork(): void {
    this.#working ??= this.#work().finally(() => (this.#working = null));
  }

  async #work(): Promise<void> {
    for (;;) {
      await this.#settled();
      if (this.#firstOfEach().length > 0) {
        const next = this.#next();
        await this.#play(next);
        if (mayFree.test(next.sql)) await this.#lookAfterParked();
      } else if (this.#parked.size > 0) {
        await this.#lookAfterParked();
      } else return;
    }
  }

  /** True if work is in progress that ends by itself. */
  get #isBusy(): boolean {
    return this.#connecting > this.#connected.waiting || areThreadsBusy();
  }

  /** Resolves when every answered caller has made its next request or has none. */
  async #settled(): Promise<void> {
    for (let rested = 0, seen = -1; rested < restfulTurns.most;) {
      await turns(1);
      rested = seen === this.#statements && !this.#isBusy ? rested + 1 : 0;
      seen = this.#statements;
      if (rested < restfulTurns.least) continue;
      if (this.#connected.resolveNext()) {
        rested = 0;
        continue;
      }
      const silent = this.#silent();
      if (silent.length === 0) return;
      if (silent.some(isAboutToRepeat)) {
        await pause(1);
        rested = 0;
      } else if (rested === restfulTurns.least) await whenThreadsIdle();
    }
  }

  /** Returns tasks without a waiting statement: they wait for another task, or need no database. */
  #silent(): Task[] {
    const answered = new Set([...this.#waiting, ...[...this.#parked].map(({ statement }) => statement)].map(({ task }) => task));
    return [...this.#tasks].filter((task) => !answered.has(task));
  }

  /** Returns the candidates: the first statement of each connection, unless an earlier one of it waits for a lock. */
  #firstOfEach(): Statement[] {
    const taken = new Set([...this.#parked].map(({ statement }) => statement.client));
    return this.#waiting.filter(({ client }) => !taken.has(client) && taken.add(client));
  }

  #next(): Statement {
    // Their order of arrival may depend on the duration of work in a thread.
    const all = this.#firstOfEach().sort((one, other) => numberOf(one) - numberOf(other) || (one.sql < other.sql ? -1 : 1));
    const due = all.filter(({ notBefore }) => notBefore <= this.#played);
    const next = this.#random.pick(due.length > 0 ? due : all);
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#played += 1;
    return next;
  }

  async #play(statement: Statement): Promise<void> {
    const { life, sql, client } = statement;
    this.#fingerprint.update(nameOf(statement));
    const incident = life.takeIncident(sql);
    if (incident?.side === 'before') await incident.run();
    if (life.dead) return;
    const end = outcomeOf(statement.run());
    const outcome = await this.#outcome({ statement, end });
    if (outcome === 'waits') {
      this.#parked.add({ statement, end });
      if (!this.isPatient && this.#random.chance(impatience)) await this.#backends.cancel(statement.client);
      return;
    }
    await this.#reportCommit(statement);
    if (incident?.side === 'after') {
      const unanswered = [statement, ...(this.#random.chance(wentOut) ? await this.#playRest(client) : [])];
      await incident.run();
      if (!life.dead) for (const { settle } of unanswered) settle({ error: new Error('Connection terminated unexpectedly') });
      return;
    }
    this.#settle(statement, outcome);
  }

  /** Runs the other statements of a connection, up to one that waits. */
  async #playRest(client: pg.Client): Promise<Statement[]> {
    const played: Statement[] = [];
    for (const statement of this.#waiting.filter((each) => each.client === client)) {
      this.#waiting.splice(this.#waiting.indexOf(statement), 1);
      played.push(statement);
      const end = outcomeOf(statement.run());
      if ((await this.#outcome({ statement, end })) === 'waits') break;
      await this.#reportCommit(statement);
    }
    return played;
  }

  async #reportCommit({ client, sql }: Statement): Promise<void> {
    if (sql.includes('pg_notify')) this.#notifying.add(client);
    if (isEnd(sql) && this.#notifying.delete(client) && sql === 'commit') await this.onNotified();
  }

  #settle({ task, settle }: Statement, outcome: Outcome): void {
    if (task && 'error' in outcome && isRetryable(outcome.error))
      task.repeats = { since: performance.now(), notBefore: this.#played + this.#random.below(repeats.within) };
    settle(outcome);
  }

  /** Returns the outcome of a statement, or that it waits for a lock of another one. */
  async #outcome({ statement, end }: Parked): Promise<Outcome | 'waits'> {
    for (;;) {
      const outcome = await Promise.race([end, pause(patience, null)]);
      if (outcome) return outcome;
      if (mayWait.test(statement.sql) && (await this.#backends.waits(statement.client))) return 'waits';
    }
  }

  /** Continues statements that no longer wait, to their end or the next lock. */
  async #lookAfterParked(): Promise<void> {
    for (const parked of this.#parked) {
      const { statement } = parked;
      if (await this.#backends.waits(statement.client)) continue;
      const outcome = await this.#outcome(parked);
      if (outcome === 'waits' || !this.#parked.delete(parked)) continue;
      this.#settle(statement, outcome);
      await this.#settled();
    }
  }
}

const isAboutToRepeat = (task: Task): boolean => task.repeats !== null && performance.now() < task.repeats.since + repeats.pause;

const never = (): Promise<never> => new Promise(() => {});
