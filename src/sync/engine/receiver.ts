import type { EngineParts } from './engine-parts.ts';
import { backOff } from '#lib/back-off.ts';
import { Loop } from '#lib/loop.ts';
import { listen } from '../wire/pokes.ts';
import { isIncomplete, readCursor, windowedIn } from '../exchange/cursor.ts';
import { evict } from '../exchange/evict.ts';
import { isWiped } from '../outbox/wipe.ts';
import { pull } from '../exchange/pull.ts';

/** Poll intervals (ms) of a visible app, with and without a stream of pokes. A hidden app does not poll. */
const pollWithStream = 300_000;
const pollWithoutStream = 20_000;

interface ReceiverEvents {
  /** Called at the first successful pull, and at the first one after each lost connection. */
  readonly onReached: () => void;
  /** Called when a pull changed nothing because another tab has wiped the mirror. */
  readonly onWiped: () => void;
}

/** Keeps the mirror up to date: pulls after pokes, on request, and at intervals. */
export class Receiver {
  readonly #parts: EngineParts;
  readonly #events: ReceiverEvents;
  readonly #pullLoop: Loop;
  readonly #pokeLoop: Loop;
  #stream = new AbortController();
  #visible = true;
  #streaming = false;
  /** True if the next poll is far away because there was a stream. */
  #relying = false;
  #pullFailures = 0;
  #reached = false;
  #streamFailures = 0;
  #evicting = false;

  constructor(parts: EngineParts, events: ReceiverEvents) {
    this.#parts = parts;
    this.#events = events;
    this.#pullLoop = new Loop(
      parts.ports,
      parts.guarded(() => this.#pull()),
    );
    this.#pokeLoop = new Loop(parts.ports, () => this.#listen());
  }

  start(): void {
    const { db, guarded, note } = this.#parts;
    void guarded(async () => {
      const { levelAt = null, windows } = (await readCursor(db)) ?? {};
      note({ upToDateAt: levelAt, windowed: windowedIn(windows) });
    })();
    void this.#pullLoop.wake();
    void this.#pokeLoop.wake();
  }

  stop(): void {
    this.#stream.abort();
    this.#pullLoop.stop();
    this.#pokeLoop.stop();
  }

  pull(): Promise<void> {
    return this.#pullLoop.wake();
  }

  /** Pulls unless a stream of pokes is open, which announces news by itself. */
  pullUnlessPoked(): void {
    if (!this.#streaming) void this.#pullLoop.wake();
  }

  listen(): void {
    void this.#pokeLoop.wake();
  }

  /** Tries again, as there may be a network. Resolves when the pull has ended. */
  retry(): Promise<void> {
    this.#streamFailures = 0;
    this.listen();
    return this.pull();
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    if (!visible) this.#stream.abort();
  }

  async #pull(): Promise<number | null> {
    const { db, ports, api, note } = this.#parts;
    const position = await readCursor(db);
    const first = position === undefined || isIncomplete(position);
    let rows = 0;
    if (first) note({ firstLoad: { rows } });
    const outcome = await pull(db, ports, api, (count, loading) => {
      rows += count;
      if (loading) note({ firstLoad: { rows } });
    });
    if (outcome.kind === 'answer' && outcome.status === 200) {
      this.#pullFailures = 0;
      if (!this.#reached) this.#events.onReached();
      this.#reached = true;
      if (await isWiped(db)) this.#events.onWiped();
      const { levelAt = null, skipped, windows } = (await readCursor(db)) ?? {};
      note({
        firstLoad: null,
        upToDateAt: levelAt,
        skipping: skipped !== undefined,
        windowed: windowedIn(windows),
        storageProblem: null,
        pullRefused: null,
      });
      if (windows) void this.#evict();
      this.#relying = this.#streaming;
      return this.#visible ? ports.now() + (this.#relying ? pollWithStream : pollWithoutStream) : null;
    }
    if (outcome.kind === 'no-network') this.#reached = false;
    note({ pullRefused: outcome.kind === 'answer' ? outcome.status : null });
    if (outcome.kind === 'answer' && outcome.status === 401) return null;
    const retryAfter = outcome.kind === 'answer' ? (outcome.retryAfter ?? 0) * 1_000 : 0;
    const own = backOff(this.#pullFailures++, () => ports.random());
    // A hidden app pulls again when it becomes visible.
    return this.#visible ? ports.now() + Math.max(retryAfter, own) : null;
  }

  /** Deletes rows outside of the windows of big events, unless that is in progress. */
  async #evict(): Promise<void> {
    const { db, ports, isStopped, onProblem } = this.#parts;
    const goesOn = (): boolean => this.#visible && !isStopped();
    if (this.#evicting || !goesOn()) return;
    this.#evicting = true;
    try {
      await evict(db, ports, goesOn);
    } catch (error) {
      if (!isStopped()) onProblem(error);
    } finally {
      this.#evicting = false;
    }
  }

  async #listen(): Promise<number | null> {
    const { ports, api, isStopped } = this.#parts;
    if (!this.#visible || isStopped()) return null;
    this.#stream = new AbortController();
    const pullNow = (): void => void this.#pullLoop.wake();
    const onOpen = (): void => {
      this.#streaming = true;
      // Changes between the last pull and the opening of the stream have no poke.
      pullNow();
    };
    const opened = await listen(ports, api, this.#stream.signal, { onOpen, onPoke: pullNow });
    this.#streaming = false;
    this.#streamFailures = opened ? 0 : this.#streamFailures + 1;
    if (!this.#visible) return null;
    // A reopened stream would have pulled; without one, poll now.
    if (!opened && this.#relying) {
      this.#relying = false;
      pullNow();
    }
    return ports.now() + backOff(this.#streamFailures, () => ports.random());
  }
}
