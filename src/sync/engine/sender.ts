import type { EventDatabase } from '../../db/database.ts';
import { drain } from '../exchange/drain.ts';
import { dueCommands } from '../exchange/due-commands.ts';
import type { DrainResult } from '../exchange/drain.ts';
import type { EngineParts } from './engine-parts.ts';
import { Loop } from '../../lib/loop.ts';
import type { Observed } from '../../lib/observable.ts';
import { shortenBackOff, dropBackOff } from '../exchange/retry.ts';
import { drainPictures, type UploadProgress } from '../exchange/upload.ts';

const watchEvery = 30_000;

/** Brings commands to the server, texts and pictures in a lane of their own each, and sees to it that none is forgotten. */
export class Sender {
  readonly #parts: EngineParts;
  readonly #onDrained: () => void;
  readonly #upload: Observed<UploadProgress | null>;
  readonly #text: Loop;
  readonly #pictures: Loop;
  readonly #look: () => Promise<number | null>;
  /** Lanes that found out that nobody is signed in any more. */
  readonly #signedOut = new Set<'text' | 'pictures'>();
  /** A command that was due at the last watch while nobody meant to send it. */
  #suspect: string | null = null;
  #cancelWatch: () => void = () => undefined;

  /** `upload` is told which picture is on its way; `onDrained` is called after each drain of texts. */
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

  /** Something waits, stored perhaps by another tab that is gone by now. */
  wakeIdle(): void {
    if (this.#signedOut.size > 0) return;
    for (const loop of [this.#text, this.#pictures]) if (!loop.armed) void loop.wake();
  }

  /** Sends what is due, pictures included: the network may be another than the one that failed. Resolves when tried. */
  async tryAgain(): Promise<void> {
    await this.#try(dropBackOff);
  }

  /** The same for what was just written: that says nothing of the network, and where it has failed, little is tried with each tap. */
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

  /** The server answers again: what failed for want of a network does not wait its time out. */
  async serverReached(): Promise<void> {
    const { db, onProblem } = this.#parts;
    try {
      if (await shortenBackOff(db)) this.wake();
    } catch (error) {
      onProblem(error);
    }
  }

  /** Resolves when texts were tried; pictures may take their time. */
  sendTexts(): Promise<void> {
    void this.#pictures.wake();
    return this.#text.wake();
  }

  /** Resolves when pictures were tried too, and what waited behind one. */
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

  /** Sends a command that waits while nobody means to send it, and reports one that it finds so twice. */
  #watch(): void {
    const { ports, isResting } = this.#parts;
    this.#cancelWatch = ports.setTimer(watchEvery, () => {
      if (this.#signedOut.size === 0 && !isResting()) void this.#look();
      this.#watch();
    });
  }

  async #reportStall(): Promise<void> {
    const { db, ports } = this.#parts;
    const [text] = this.#text.armed ? [] : (await dueCommands(db, ports, 1)).due;
    const [picture] = this.#pictures.armed ? [] : (await dueCommands(db, ports, 1, 'pictures')).due;
    const waited = (text ?? picture)?.key ?? null;
    if (waited !== null && waited === this.#suspect) ports.reportFault(new Error('a command waited without a planned attempt'));
    this.#suspect = waited;
    if (text) void this.#text.wake();
    if (picture) void this.#pictures.wake();
  }
}
