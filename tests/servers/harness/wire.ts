import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What connections to a database go through, so that they can break. */
export class Wire {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #isBroken = false;
  #isSilent = false;
  /** How many more pieces of what is asked pass. */
  #passes = Infinity;
  #fallsSilent = false;
  /** What passes each time after that, before whoever is there falls silent. */
  #silences: readonly number[] = [];
  /** Only connections of this one are heard. */
  #generation = 0;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      if (this.#isBroken) near.destroy();
      this.#keep(near);
      if (this.#isBroken || this.#isSilent) return;
      const far = connect(port, '127.0.0.1');
      this.#keep(far);
      const generation = this.#generation;
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
      far.on('data', (piece) => generation === this.#generation && near.write(piece));
      near.on('data', (piece) => {
        if (generation !== this.#generation) return;
        if (this.#passes === 0) return this.#break();
        this.#passes -= 1;
        far.write(piece);
      });
    });
  }

  /** To the database at `url`; gives where it is reached. */
  static async to(url: string): Promise<{ wire: Wire; url: string }> {
    const there = new URL(url);
    const wire = new Wire(Number(there.port));
    wire.#server.listen(0, '127.0.0.1');
    await once(wire.#server, 'listening');
    there.port = String((wire.#server.address() as AddressInfo).port);
    return { wire, url: there.href };
  }

  /** Nothing gets through any more; who connects is sent away, or, where the wire is `silent`, never hears anything. */
  cut(how: 'refused' | 'silent' = 'refused'): void {
    this.#isBroken = how === 'refused';
    this.#isSilent = how === 'silent';
    this.#breakAll();
  }

  /** Breaks off what is there when so many more pieces were asked; what comes then gets through. */
  breakAfter(pieces: number): void {
    this.#fallsSilent = false;
    this.#passes = pieces;
  }

  /** The same again and again, but what is there just falls silent. */
  fallSilentAfter(...pieces: readonly number[]): void {
    this.#fallsSilent = true;
    [this.#passes = Infinity, ...this.#silences] = pieces;
  }

  /** Whether it has not come to that. */
  get isWhole(): boolean {
    return this.#passes !== Infinity;
  }

  /** How many sockets are open, on both sides. */
  get connections(): number {
    return this.#open.size;
  }

  mend(): void {
    this.#isBroken = false;
    this.#isSilent = false;
    this.fallSilentAfter();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#open.delete(socket));
  }

  #break(): void {
    if (!this.#fallsSilent) return this.#breakAll();
    this.#generation += 1;
    this.fallSilentAfter(...this.#silences);
  }

  #breakAll(): void {
    this.#passes = Infinity;
    for (const socket of this.#open) socket.destroy();
  }
}
