import type { EventDatabase } from '#db/database.ts';
import { drain } from '../exchange/drain.ts';
import { dueCommands } from '../exchange/due-commands.ts';
import type { DrainResult } from '../exchange/drain.ts';
import type { EngineParts } from './engine-parts.ts';
import { Loop } from '#lib/loop.ts';
import type { Observed } from '#lib/observable.ts';
import { shortenBackOff, dropBackOff } from '../exchange/retry.ts';
import { drainPictures, type UploadProgress } from '../exchange/upload.ts';

const watchEvery = 30_000;

/** Sends commands, texts and pictures in separate loops, and makes sure that none is forgotten. */
export class Sender {
  readonly #parts: EngineParts;
  readonly #onDrained: () => void;
  readonly #upload: Observed<UploadProgress | null>;
  readonly #text: Loop;
  readonly #pictures: Loop;
  readonly #look: () => Promise<number | null>;
  /** The loops whose last drain found no session. */
  readonly #signedOut = new Set<'text' | 'pictures'>();
  /** The key of a command that was due at the last watch without a planned drain. */
  #suspect: string | null = null;
  #cancelWatch: () => void = () => undefined;

  /** `upload` receives the picture that is being sent. `onDrained` is called after each drain of texts. */
  constructor(parts: EngineParts, upload: Observed<UploadProgress | null>, onDrained: () => void) {
    this.#parts = parts;
    this.#upload = upload;
    this.#onDrained = onDrained;
    this.#text = new Loop(
      parts.ports,
      parts.guarded(() => this.#drain()),
    );
    this.#pictures = new Loop(
      parts.ports,
      parts.guarded(() => this.#drainPictures()),
    );
    this.#look = parts.guarded(() => this.#reportStall());
  }

  start(): void {
    this.#watch();
    this.wake();
  }

  stop(): void {
    this.#cancelWatch();
    this.#text.stop();
    this.#pictures.stop();
  }

  wake(): void {
    void this.#text.wake();
    void this.#pictures.wake();
  }

  /** Starts drains that are not planned: another tab may have stored a command and closed. */
  wakeIdle(): void {
    if (this.#signedOut.size > 0) return;
    for (const loop of [this.#text, this.#pictures]) if (!loop.armed) void loop.wake();
  }

  /** Sends all due commands, including pictures, as the network may be a new one. Resolves when tried. */
  async tryAgain(): Promise<void> {
    await this.#try(dropBackOff);
  }

  /** Sends after a new command. A new command proves nothing about the network, so after a failure only a small batch is tried. */
  async sendNow(): Promise<void> {
    await this.#try((db) => shortenBackOff(db, 1));
  }

  async #try(shorten: (db: EventDatabase) => Promise<unknown>): Promise<void> {
    const { db, onProblem } = this.#parts;
    try {
      await shorten(db);
    } catch (error) {
      onProblem(error);
    }
    await Promise.all([this.#text.wake(), this.#pictures.wake()]);
  }

  /** Sends commands that failed without a network, as the server answers again. */
  async serverReached(): Promise<void> {
    const { db, onProblem } = this.#parts;
    try {
      if (await shortenBackOff(db)) this.wake();
    } catch (error) {
      onProblem(error);
    }
  }

  /** Resolves when the texts were tried; pictures may take longer. */
  sendTexts(): Promise<void> {
    void this.#pictures.wake();
    return this.#text.wake();
  }

  /** Resolves when the pictures were tried, and the texts behind them. */
  async sendPictures(): Promise<void> {
    await this.#pictures.wake();
    await this.#text.wake();
  }

  async #drain(): Promise<number | null> {
    const { db, ports, api } = this.#parts;
    const { kind, nextAt } = await drain(db, ports, api);
    this.#noteSession('text', kind);
    this.#onDrained();
    return nextAt;
  }

  async #drainPictures(): Promise<number | null> {
    const { db, ports, api, isStopped } = this.#parts;
    const { kind, nextAt } = await drainPictures(db, ports, api, (progress) => this.#upload.set(progress));
    this.#noteSession('pictures', kind);
    if (!isStopped() && (await db.outbox.count()) > 0) void this.#text.wake();
    return nextAt;
  }

  #noteSession(lane: 'text' | 'pictures', kind: DrainResult['kind']): void {
    if (kind === 'signed-out') this.#signedOut.add(lane);
    else this.#signedOut.delete(lane);
  }

  /** Sends a due command that has no planned drain, and reports it as a fault if that happens twice in a row. */
  #watch(): void {
    const { ports, isResting } = this.#parts;
    this.#cancelWatch = ports.setTimer(watchEvery, () => {
      if (this.#signedOut.size === 0 && !isResting()) void this.#look();
      this.#watch();
    });
  }

  async #reportStall(): Promise<void> {
    const { db, ports } = this.#parts;
    const [text] = this.#text.armed ? [] : (await dueCommands(db, ports, { size: 1 })).due;
    const [picture] = this.#pictures.armed ? [] : (await dueCommands(db, ports, { size: 1, channel: 'pictures' })).due;
    const waited = (text ?? picture)?.key ?? null;
    if (waited !== null && waited === this.#suspect) ports.reportFault(new Error('a command waited without a planned attempt'));
    this.#suspect = waited;
    if (text) void this.#text.wake();
    if (picture) void this.#pictures.wake();
  }
}
