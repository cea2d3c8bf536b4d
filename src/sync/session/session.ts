import type { Dexie } from 'dexie';
import { eraseAccount, logout as logoutCall } from '../../../contract/endpoints/core.ts';
import type { EventDatabase } from '../../db/database.ts';
import type { OutboxEntry } from '../../db/records.ts';
import { ApiClient, inSession, refreshToken } from '../wire/api-client.ts';
import { type Begun, begin, openDatabase as openHere, type SessionState } from './session-state.ts';
import { SyncClient } from '../engine/client.ts';
import { withEngine } from '../engine/engine.ts';
import { Connection } from '../wire/connection.ts';
import { countUnfinished } from '../outbox/draft-pictures.ts';
import { clearTraces } from './clear-traces.ts';
import { endSession } from './end-session.ts';
import { forgetPerson, leaveDevice } from './leave-device.ts';
import { isWiped, reviveMirror, whatWaits, wipeUnsent } from '../outbox/wipe.ts';
import type { Observable, Observed } from '../../lib/observable.ts';
import { migrateOutbox } from '../outbox/migrate.ts';
import { type OpenDatabase, DeviceAccounts } from './device-accounts.ts';
import type { Ports } from '../device/ports.ts';
import { byServerClock, type ServerClock } from '../device/server-clock.ts';
import { type Entrance, refusalOf, type SignInAnswer } from './sign-in.ts';
import { type Site, SiteSettings } from './server-settings.ts';
import { storageProblemOf } from '../device/storage.ts';
import { within } from '../../lib/timeout.ts';
import { type Call, isOverloaded, type Outcome, send } from '../wire/transport.ts';
import { unsentEntries } from '../outbox/loss-journal.ts';

export type LoginResult = { kind: 'signed-in' } | Exclude<SignInAnswer, { kind: 'token' }>;

/** The server writes its whole database anew, so that nothing can be read from it (ms). */
const leaveTimeout = 60_000;

export type LogoutChoice = 'send' | 'keep' | 'discard';
export type LogoutResult = { kind: 'done' } | { kind: 'still-unsent'; count: number } | { kind: 'called-off' };

/** How long (ms) the person's database may take to open before the app says that something is in the way. */
const openPatience = 5_000;

/** How long (ms) words that are being typed may take to be stored before another tab gets the database. */
const lastWords = 1_000;

/** How long (ms) another tab may take from clearing the mirror to the end of its logout before it counts as killed. */
const logoutPatience = 10_000;

/** Who is signed in on this device. It is remembered, so that the app opens without network; only a real 401 or a logout ends it. */
export class Session {
  readonly #ports: Ports;
  readonly #people: DeviceAccounts;
  readonly #site: Observable<Site>;
  readonly #siteSettings: SiteSettings;
  readonly #clock: ServerClock;
  readonly #connection = new Connection();
  readonly #state: Observed<SessionState>;
  readonly #begun: Begun;
  #last: Promise<unknown> = Promise.resolve();
  /** Who asked to be erased and heard neither yes nor no: it may have been done, or be done yet. */
  #leaving: SyncClient | null = null;

  constructor(ports: Ports, openDatabase: OpenDatabase = openHere, begun: Begun = begin(ports)) {
    this.#begun = begun;
    this.#ports = byServerClock(ports, begun.clock).ports;
    this.#clock = begun.clock;
    this.#state = begun.state;
    this.#people = new DeviceAccounts(ports, openDatabase);
    this.#site = begun.site;
    this.#siteSettings = new SiteSettings(ports, begun.site);
  }

  get state(): Observable<SessionState> {
    return this.#state;
  }

  /** How far (ms) the server's clock is ahead of this device's; 0 where the two are as good as the same. */
  get clockSkew(): Observable<number> {
    return this.#clock.skew;
  }

  /** What the operator says about the server, as far as it is known here. */
  get site(): Observable<Site> {
    return this.#site;
  }

  /** Finds out what the operator says; never rejects. */
  loadSite(): Promise<void> {
    return this.#siteSettings.load();
  }

  /** Keeps what the next start shows first, as long as this client's person is here; null forgets it. Never rejects. */
  async keepStartPage({ userId }: SyncClient, page: Response | null): Promise<void> {
    const done = page === null ? this.#people.forgetStartPage() : this.#people.keepStartPage(userId, page);
    await done.catch(() => undefined);
  }

  /** One call that needs nobody to be signed in; the refresh cookie goes along. Never rejects. */
  ask(call: Pick<Call, 'method' | 'path' | 'body' | 'timeout'>): Promise<Outcome> {
    return send(this.#ports, call);
  }

  /** Whoever signs in or out, here or in another tab, does so one after another: a tab never runs two engines. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async start(): Promise<void> {
    this.#people.sweep();
    this.#ports.onSessionAnnounced(() => void this.#inTurn(() => this.#follow()));
    return this.#inTurn(() => this.#beginOrTell());
  }

  /** Never waits for ever: a device whose own store fails is told of. */
  async #beginOrTell(): Promise<void> {
    try {
      await this.#clock.load();
      await this.#begin();
    } catch (error) {
      this.#state.set({ status: 'storage-failed', userId: null, problem: storageProblemOf(error) ?? 'lost', unsent: [] });
    }
  }

  async #begin(): Promise<void> {
    const userId = await this.#people.signedIn();
    const early = await this.#opened(userId);
    if (userId !== null) return this.#open(userId, { early });
    if (await this.#revokeIfOwed()) return this.#showSignedOut();
    // A refusal shows as an error in the browser, so a device without a session does not ask.
    if (this.#ports.sessionMark.get() !== 'here') return this.#showSignedOut();
    const result = await refreshToken(this.#ports, this.#connection);
    if (result.kind !== 'token') return this.#showSignedOut();
    await this.#take(result);
  }

  /** Lets somebody in by what the server answers to these calls; never rejects for want of network. */
  enter(entrance: Entrance): Promise<LoginResult> {
    return this.#inTurn(async () => {
      const owed = await this.#revokeIfOwed();
      if (owed) return owed.kind === 'no-network' ? owed : refusalOf(owed);
      const ask = async (call: Call): Promise<Outcome> => this.#connection.note(await send(this.#ports, call));
      return this.#take(await inSession(this.#ports, () => entrance(ask)));
    });
  }

  /** What would stay behind at a logout. */
  async unsent(): Promise<{ commands: OutboxEntry[]; drafts: number }> {
    const state = this.#state.get();
    if (state.status !== 'signed-in') return { commands: [], drafts: 0 };
    const { db } = state.client;
    return { commands: await db.outbox.orderBy('seq').toArray(), drafts: await countUnfinished(db) };
  }

  /**
   * Works without network too: the device is cleared at once, and the server's session is revoked before any later sign-in. What is thrown away
   * is what waits now: with more than that by the time of its turn, all is kept. What is sent first may take long, and can be called off.
   */
  async logout(choice: LogoutChoice, calledOff?: AbortSignal): Promise<LogoutResult> {
    const state = this.#state.get();
    const agreed = state.status === 'signed-in' ? whatWaits(state.client.db).catch(() => new Set<string>()) : null;
    // Not in its turn: what happens in other tabs is followed meanwhile.
    if (choice === 'send' && state.status === 'signed-in') await Promise.race([state.client.sendAll(), aborted(calledOff)]);
    return this.#inTurn(async () => {
      const now = this.#state.get();
      // Whoever has signed in meanwhile did not ask for it.
      const isOther = state.status === 'signed-in' && now.status === 'signed-in' && state.userId !== now.userId;
      if (isOther || calledOff?.aborted) return { kind: 'called-off' };
      return this.#logout(choice, { agreed: (await agreed) ?? new Set() });
    });
  }

  async #logout(
    choice: LogoutChoice,
    { agreed, isErased = false }: { agreed?: ReadonlySet<string>; isErased?: boolean } = {},
  ): Promise<LogoutResult> {
    const state = this.#state.get();
    if (state.status !== 'signed-in') return { kind: 'done' };
    const { client } = state;
    if (choice === 'send') {
      const { commands, drafts } = await this.unsent();
      if (commands.length + drafts > 0) return { kind: 'still-unsent', count: commands.length + drafts };
    }
    const unsent = await leaveDevice(client, this.#people, this.#ports, { discard: choice === 'discard', agreed }).catch(async (error) => {
      // What could not be wiped was not left: the person stays signed in, and is told.
      client.db.close();
      await this.#open(client.userId);
      throw error;
    });
    this.#ports.announceSession();
    await this.#showSignedOut(isErased ? { unsent } : undefined);
    await this.#revokeIfOwed();
    return { kind: 'done' };
  }

  /**
   * Has the account erased, with what was shared or without its name, and then forgets the person here too. Answers how the call ended: with a
   * refusal nothing was done. Without an answer, or where the server failed on it, it may have been: then the server is asked when it ends the session.
   */
  leaveForGood(password: string, shared: 'delete' | 'anonymise'): Promise<Outcome> {
    const asked = this.#state.get();
    // In one turn, so that the end of the session on the server is no other end than this.
    return this.#inTurn(async () => {
      const state = this.#state.get();
      // Whoever has signed in meanwhile did not ask for it.
      if (state.status !== 'signed-in' || state !== asked) return { kind: 'answer', status: 401, body: undefined };
      const call = { method: 'POST', path: eraseAccount.path, body: { password, shared }, timeout: leaveTimeout } as const;
      const { client } = state;
      const outcome = await client.call(call);
      // Whose database is lost with the commit does not know either.
      if (outcome.kind === 'no-network' || isOverloaded(outcome.status)) this.#leaving = client;
      if (outcome.kind === 'answer' && outcome.status === 200) await this.#logout('discard');
      return outcome;
    });
  }

  /** The session of somebody who logged out without network is revoked before anything else is asked. Answers what was in the way, if anything. */
  async #revokeIfOwed(): Promise<Outcome | null> {
    if (!(await this.#people.owesRevocation())) return null;
    return inSession(this.#ports, async () => {
      const outcome = this.#connection.note(await send(this.#ports, { method: 'POST', path: logoutCall.path }));
      // Any other word, such as "too many requests", leaves the session as it is.
      if (outcome.kind === 'no-network' || (outcome.status !== 401 && outcome.status >= 300)) return outcome;
      await this.#people.revoked();
      return null;
    });
  }

  async #take(answer: SignInAnswer): Promise<LoginResult> {
    if (answer.kind !== 'token') return answer;
    const state = this.#state.get();
    if (state.status === 'signed-in') {
      if (state.userId === answer.userId) this.#halt(state.client);
      else await this.#letGo(state.client);
    }
    await this.#open(answer.userId, { token: answer.token });
    this.#ports.announceSession();
    return { kind: 'signed-in' };
  }

  /** The client that was opened before, if it is of this person, who may have come since; it goes with this in any case. */
  async #opened(userId: number | null): Promise<SyncClient | null> {
    const early = this.#begun.client;
    this.#begun.client = null;
    if (!early || (early.userId === userId && (await this.#people.has(early.db)))) return early;
    this.#halt(early);
    return null;
  }

  async #open(userId: number, { token, early = null }: { token?: string | undefined; early?: SyncClient | null } = {}): Promise<void> {
    const db = await this.#ready(userId, token, early?.db);
    if (!db) return early?.stop();
    const ports = this.#ports;
    const connection = this.#connection;
    const onRefused = (): void => void this.#inTurn(() => this.#end(client));
    const api = new ApiClient({ ports, connection, userId, onRefused, ...(token === undefined ? {} : { token }) });
    const onWiped = (): void => void ports.setTimer(logoutPatience, () => void this.#inTurn(() => this.#stay(client)));
    const client = withEngine(early ?? new SyncClient({ db, ports }), { ports, api, connection, onWiped });
    if (!early) this.#state.set({ status: 'signed-in', userId, client });
    db.onUpgradeElsewhere = () => this.#makeWay(client);
    client.start();
  }

  /** Another tab was to log out and was killed in the middle of it: the person is still here, and gets the mirror back. */
  async #stay(client: SyncClient): Promise<void> {
    const state = this.#state.get();
    if (state.status !== 'signed-in' || state.client !== client) return;
    if ((await this.#people.signedIn()) !== client.userId || !(await isWiped(client.db))) return;
    this.#halt(client);
    await this.#open(client.userId);
  }

  /** A newer app in another tab upgrades the database: this one stores what is being typed, and says that it is over. */
  async #makeWay(client: SyncClient): Promise<void> {
    await within(this.#ports, lastWords, client.activity.ended(), undefined);
    client.stop();
    this.#state.set({ status: 'storage-failed', userId: client.userId, problem: 'outdated', unsent: [] });
  }

  /** The person's database, opened and remembered; null where the device cannot, which the state then says. */
  async #ready(userId: number, token?: string, given?: EventDatabase): Promise<EventDatabase | null> {
    const db = given ?? (await this.#people.databaseOf(userId));
    try {
      const opening = db.open();
      if ((await within(this.#ports, openPatience, opening, null)) === null) {
        this.#waitFor(opening, userId, token);
        return null;
      }
      if ((await this.#people.signedIn()) !== userId) await this.#people.enter(userId);
      await reviveMirror(db);
      await migrateOutbox(db, this.#ports);
      return db;
    } catch (error) {
      const problem = storageProblemOf(error);
      if (problem === null) throw error;
      db.close();
      this.#state.set({ status: 'storage-failed', userId, problem, unsent: await unsentEntries(this.#ports.store, userId) });
      return null;
    }
  }

  /** Another tab holds the database as it was before an update: the person is told, and the app goes on when it lets go. */
  #waitFor(opening: PromiseLike<Dexie>, userId: number, token: string | undefined): void {
    const told: SessionState = { status: 'storage-failed', userId, problem: 'blocked', unsent: [] };
    this.#state.set(told);
    const goOn = (db?: Dexie): void => {
      db?.close();
      void this.#inTurn(async () => (this.#state.get() === told ? this.#open(userId, { token }) : undefined));
    };
    opening.then(goOn, () => goOn());
  }

  /** Tries the database once more and answers whether it opens; `anew` gives it up for an empty one, which the person has agreed to. */
  retryStorage(anew: boolean): Promise<boolean> {
    return this.#inTurn(async () => {
      const state = this.#state.get();
      if (state.status !== 'storage-failed') return true;
      if (anew && state.userId !== null) await this.#people.giveUp(await this.#people.databaseOf(state.userId));
      await (state.userId === null ? this.#beginOrTell() : this.#open(state.userId));
      return this.#state.get().status !== 'storage-failed';
    });
  }

  /** The server ended the session. */
  async #end(client: SyncClient): Promise<void> {
    const state = this.#state.get();
    if (state.status !== 'signed-in' || state.client !== client) return;
    if (this.#leaving === client) {
      const erased = await client.isErased();
      // Asked again with the next refusal: sessions end for other reasons too, and then what waits is kept.
      if (erased === null) return;
      if (erased) return void (await this.#logout('discard', { isErased: true }));
    }
    await this.#letGo(client);
    await this.#showSignedOut();
  }

  /** Where the device cannot note it the engine goes on, and hears of it again. */
  async #letGo(client: SyncClient): Promise<void> {
    await endSession(client.db, this.#people, this.#ports, () => client.stop());
    client.db.close();
  }

  /** Ends the engine and nothing else. */
  #halt(client: SyncClient): void {
    client.stop();
    client.db.close();
  }

  /** Another tab, or the worker, signed in or out: do the same here. */
  async #follow(): Promise<void> {
    const userId = await this.#people.signedIn();
    const state = this.#state.get();
    const current = state.status === 'signed-in' ? state.userId : null;
    if (userId === current && (state.status !== 'signed-in' || (await this.#people.has(state.client.db)))) return;
    const erased = state.status === 'signed-in' ? await this.#followOut(state.client) : undefined;
    if (userId === null) await this.#showSignedOut(erased);
    else await this.#open(userId);
  }

  /** Ends what another tab has ended. Only this one knows that its person asked to be erased; answers what went with the account. */
  async #followOut(client: SyncClient): Promise<{ unsent: number } | undefined> {
    const isErased = this.#leaving === client && (await client.isErased()) === true;
    client.stop();
    await clearTraces(this.#ports);
    try {
      if (!isErased) return undefined;
      const unsent = await client.db.outbox.count();
      await wipeUnsent(client.db);
      await forgetPerson(client.db, this.#people, this.#ports);
      return { unsent };
    } catch {
      // Gone already, or not to be wiped now: then it is told of as what is left.
      return undefined;
    } finally {
      client.db.close();
    }
  }

  async #showSignedOut(erased?: { unsent: number }): Promise<void> {
    this.#state.set({ status: 'signed-out', unsentOf: await this.#people.unsent(), ...(erased && { erased }) });
  }
}

/** Resolves when it is aborted; never without a signal. */
function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
