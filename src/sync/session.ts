import {
  login as loginCall,
  logout as logoutCall,
  csrfAnswer,
  register as registerCall,
  secondFactorAnswer,
  tfa,
  tokenAnswer,
} from '../../contract/endpoints.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { EventDatabase } from '../db/database.ts';
import type { OutboxEntry } from '../db/records.ts';
import { Access, refreshToken } from './access.ts';
import { SyncClient } from './client.ts';
import { Connection } from './connection.ts';
import { close, empty, reopen } from './leave.ts';
import { type Observable, observed } from './observable.ts';
import { type Person, People } from './people.ts';
import type { Ports } from './ports.ts';
import { type Site, SiteSettings } from './site.ts';
import { type StorageProblem, storageProblemOf } from './storage.ts';
import { type Call, errorCodeOf, type Outcome, send } from './transport.ts';
import { forgetTestimony, testimony, type Unsent } from './witness.ts';

/**
 * `starting` only while nothing is known on the device. `unsentOf` names whose commands wait here for their next login.
 * `storage-failed`: this person's database does not open, or (without `userId`) not even the device's own; `unsent` is what is known to wait in it.
 */
export type SessionState =
  | { status: 'starting' }
  | { status: 'signed-out'; unsentOf: { name: string; count: number }[] }
  | { status: 'storage-failed'; userId: number | null; problem: StorageProblem; unsent: readonly Unsent[] }
  | { status: 'signed-in'; userId: number; client: SyncClient };

/** `retryAfter` is in seconds. */
export type LoginResult =
  { kind: 'signed-in' } | { kind: 'second-factor' } | { kind: 'refused'; code: ErrorCode; retryAfter?: number } | { kind: 'no-network' };

/** `registered`: the account is there, and `login` says whether its person is in. `retryAfter` is in seconds. */
export type RegisterResult =
  { kind: 'registered'; login: LoginResult } | { kind: 'refused'; code: ErrorCode; retryAfter?: number } | { kind: 'no-network' };

/** A hall full of people who register at once waits for its passwords to be hashed (ms). */
const registerTimeout = 20_000;

export type LogoutChoice = 'send' | 'keep' | 'discard';
export type LogoutResult = { kind: 'done' } | { kind: 'still-unsent'; count: number };

export type OpenDatabase = (userId: number) => EventDatabase;

/** Who is signed in on this device. It is remembered, so that the app opens without network; only a real 401 or a logout ends it. */
export class Session {
  readonly #ports: Ports;
  readonly #openDatabase: OpenDatabase;
  readonly #people: People;
  readonly #site: SiteSettings;
  readonly #connection = new Connection();
  readonly #state = observed<SessionState>({ status: 'starting' });
  #credentials: { username: string; password: string } | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(ports: Ports, openDatabase: OpenDatabase = (userId) => new EventDatabase(userId)) {
    this.#ports = ports;
    this.#openDatabase = openDatabase;
    this.#people = new People(ports.store, openDatabase);
    this.#site = new SiteSettings(ports);
  }

  get state(): Observable<SessionState> {
    return this.#state;
  }

  /** What the operator says about the server, as far as it is known here. */
  get site(): Observable<Site> {
    return this.#site.site;
  }

  /** Finds out what the operator says; never rejects. */
  loadSite(): Promise<void> {
    return this.#site.load();
  }

  /** Whoever signs in or out, here or in another tab, does so one after another: a tab never runs two engines. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async start(): Promise<void> {
    this.#ports.onSessionAnnounced(() => void this.#inTurn(() => this.#follow()));
    return this.#inTurn(() => this.#begin());
  }

  async #begin(): Promise<void> {
    let userId: number | null;
    try {
      userId = await this.#people.signedIn();
    } catch (error) {
      this.#state.set({ status: 'storage-failed', userId: null, problem: storageProblemOf(error) ?? 'lost', unsent: [] });
      return;
    }
    if (userId !== null) return this.#open(userId);
    if (!(await this.#revokeIfOwed())) return this.#showSignedOut();
    const result = await refreshToken(this.#ports, this.#connection);
    if (result.kind !== 'token') return this.#showSignedOut();
    await this.#signIn(result.userId, result.token);
  }

  login(email: string, password: string): Promise<LoginResult> {
    return this.#inTurn(() => this.#login(email, password));
  }

  async #login(email: string, password: string): Promise<LoginResult> {
    if (!(await this.#revokeIfOwed())) return { kind: 'no-network' };
    const hello = await this.#send({ method: 'GET', path: '/api/users/me' });
    if (hello.kind === 'no-network') return hello;
    const csrf = csrfAnswer.safeParse(hello.body);
    if (!csrf.success) return refusalOf(hello);
    const body = { email, password, csrfToken: csrf.data.csrfToken };
    const outcome = await this.#send({ method: 'POST', path: loginCall.path, body });
    if (outcome.kind === 'answer' && outcome.status === 200 && secondFactorAnswer.safeParse(outcome.body).success) {
      this.#credentials = { username: email, password };
      return { kind: 'second-factor' };
    }
    return this.#takeToken(outcome);
  }

  /** Makes an account with an event code and signs in with it. */
  register(email: string, password: string, eventcode: string): Promise<RegisterResult> {
    return this.#inTurn(async (): Promise<RegisterResult> => {
      const body = { email, password, eventcode };
      const outcome = await this.#send({ method: 'POST', path: registerCall.path, body, timeout: registerTimeout });
      if (outcome.kind === 'no-network') return outcome;
      if (!registerCall.answer.safeParse(outcome.body).success) return refusalOf(outcome);
      return { kind: 'registered', login: await this.#login(email, password) };
    });
  }

  /** The one-time code, after `login` has answered `second-factor`. */
  secondFactor(token: string): Promise<LoginResult> {
    return this.#inTurn(async () => {
      if (!this.#credentials) return { kind: 'refused', code: 'unauthenticated' };
      return this.#takeToken(await this.#send({ method: 'POST', path: tfa.path, body: { ...this.#credentials, token } }));
    });
  }

  /** The person went back from the second step: the password is not kept for it. */
  forgetCredentials(): void {
    this.#credentials = null;
  }

  /** What would stay behind at a logout. */
  async unsent(): Promise<{ commands: OutboxEntry[]; drafts: number }> {
    const state = this.#state.get();
    if (state.status !== 'signed-in') return { commands: [], drafts: 0 };
    const { db } = state.client;
    const drafts = await db.drafts.filter(({ text }) => text.trim() !== '').count();
    return { commands: await db.outbox.orderBy('seq').toArray(), drafts };
  }

  /** Works without network too: the device is cleared at once, and the server's session is revoked before any later sign-in. */
  logout(choice: LogoutChoice): Promise<LogoutResult> {
    return this.#inTurn(() => this.#logout(choice));
  }

  async #logout(choice: LogoutChoice): Promise<LogoutResult> {
    const state = this.#state.get();
    if (state.status !== 'signed-in') return { kind: 'done' };
    const { client } = state;
    if (choice === 'send') {
      await client.sendAll();
      const { commands, drafts } = await this.unsent();
      if (commands.length + drafts > 0) return { kind: 'still-unsent', count: commands.length + drafts };
    }
    const person = await this.#personOf(client);
    client.stop();
    await this.#people.leave();
    await close(client.db);
    await this.#ports.forgetPictures().catch(() => undefined);
    if (choice === 'keep') {
      await this.#people.keep(person);
      client.db.close();
    } else {
      await empty(client.db);
      await forgetTestimony(this.#ports.store, person.userId);
      await this.#people.forget(person.userId);
      // Nothing is in it any more; that it goes away may have to wait for a tab that sleeps.
      void client.db.delete().catch(() => undefined);
    }
    this.#ports.announceSession();
    await this.#showSignedOut();
    await this.#revokeIfOwed();
    return { kind: 'done' };
  }

  /** The session of somebody who logged out without network is revoked before anything else is asked. Answers false without network. */
  async #revokeIfOwed(): Promise<boolean> {
    if (!(await this.#people.owesRevocation())) return true;
    const outcome = await this.#send({ method: 'POST', path: logoutCall.path });
    if (outcome.kind === 'no-network' || outcome.status >= 500) return false;
    await this.#people.revoked();
    return true;
  }

  async #takeToken(outcome: Outcome): Promise<LoginResult> {
    if (outcome.kind === 'no-network') return outcome;
    const answer = tokenAnswer.safeParse(outcome.body);
    if (!answer.success) return refusalOf(outcome);
    this.#credentials = null;
    await this.#signIn(answer.data.userId, answer.data.token);
    return { kind: 'signed-in' };
  }

  async #signIn(userId: number, token: string): Promise<void> {
    await this.#people.enter(userId);
    this.#ports.announceSession();
    await this.#open(userId, token);
  }

  async #open(userId: number, token?: string): Promise<void> {
    const db = await this.#ready(userId);
    if (!db) return;
    const ports = this.#ports;
    const connection = this.#connection;
    const onRefused = (): void => void this.#inTurn(() => this.#end(client));
    const access = new Access({ ports, connection, userId, onRefused, ...(token === undefined ? {} : { token }) });
    const client = new SyncClient({ db, ports, access, connection });
    this.#state.set({ status: 'signed-in', userId, client });
    client.start();
  }

  /** The person's database, opened; null where it does not open, which the state then says. */
  async #ready(userId: number): Promise<EventDatabase | null> {
    const db = this.#openDatabase(userId);
    try {
      await reopen(db);
      return db;
    } catch (error) {
      const problem = storageProblemOf(error);
      if (problem === null) throw error;
      db.close();
      this.#state.set({ status: 'storage-failed', userId, problem, unsent: await testimony(this.#ports.store, userId) });
      return null;
    }
  }

  /** Tries the database once more and answers whether it opens; `anew` gives it up for an empty one, which the person has agreed to. */
  retryStorage(anew: boolean): Promise<boolean> {
    return this.#inTurn(async () => {
      const state = this.#state.get();
      if (state.status !== 'storage-failed') return true;
      if (anew && state.userId !== null) await this.#openDatabase(state.userId).delete();
      await (state.userId === null ? this.#begin() : this.#open(state.userId));
      return this.#state.get().status !== 'storage-failed';
    });
  }

  /** The server ended the session: what waits stays in that person's database. */
  async #end(client: SyncClient): Promise<void> {
    const state = this.#state.get();
    if (state.status !== 'signed-in' || state.client !== client) return;
    const person = await this.#personOf(client);
    client.stop();
    if ((await this.#people.signedIn()) === client.userId) await this.#people.ended(person);
    client.db.close();
    await this.#showSignedOut();
  }

  /** Another tab signed in or out: do the same here. */
  async #follow(): Promise<void> {
    const userId = await this.#people.signedIn();
    const state = this.#state.get();
    const current = state.status === 'signed-in' ? state.userId : null;
    if (userId === current) return;
    if (state.status === 'signed-in') {
      state.client.stop();
      state.client.db.close();
    }
    if (userId === null) await this.#showSignedOut();
    else await this.#open(userId);
  }

  async #showSignedOut(): Promise<void> {
    this.#state.set({ status: 'signed-out', unsentOf: await this.#people.unsent() });
  }

  async #personOf(client: SyncClient): Promise<Person> {
    // The database may have been closed by another tab's sign-out.
    const me = await client.db
      .mirror('me')
      .get(client.userId)
      .catch(() => undefined);
    return { userId: client.userId, name: me?.name ?? (await this.#people.nameOf(client.userId)) };
  }

  async #send(call: Pick<Call, 'method' | 'path' | 'body' | 'timeout'>): Promise<Outcome> {
    return this.#connection.note(await send(this.#ports, call));
  }
}

function refusalOf(outcome: Extract<Outcome, { kind: 'answer' }>): Extract<LoginResult, { kind: 'refused' }> {
  const { retryAfter } = outcome;
  return { kind: 'refused', code: errorCodeOf(outcome), ...(retryAfter === undefined ? {} : { retryAfter }) };
}
