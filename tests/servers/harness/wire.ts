import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A breakable connection between clients and a database. */
export class Wire {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #isBroken = false;
  #isSilent = false;
  /** The number of pieces from clients that still pass. */
  #passes = Infinity;
  #fallsSilent = false;
  /** The number of pieces that pass before each later silence. */
  #silences: readonly number[] = [];
  /** Only connections of this generation transmit. */
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

  /** Opens a wire to the database at `url`, and returns its URL. */
  static async to(url: string): Promise<{ wire: Wire; url: string }> {
    const there = new URL(url);
    const wire = new Wire(Number(there.port));
    wire.#server.listen(0, '127.0.0.1');
    await once(wire.#server, 'listening');
    there.port = String((wire.#server.address() as AddressInfo).port);
    return { wire, url: there.href };
  }

  /** Breaks all connections; new ones are closed, or never get an answer if the wire is `silent`. */
  cut(how: 'refused' | 'silent' = 'refused'): void {
    this.#isBroken = how === 'refused';
    this.#isSilent = how === 'silent';
    this.#breakAll();
  }

  /** Breaks open connections after this many more pieces from clients; later connections work. */
  breakAfter(pieces: number): void {
    this.#fallsSilent = false;
    this.#passes = pieces;
  }

  /** Silences open connections, each time after the next number of pieces. */
  fallSilentAfter(...pieces: readonly number[]): void {
    this.#fallsSilent = true;
    [this.#passes = Infinity, ...this.#silences] = pieces;
  }

  /** True if the break or silence is still to come. */
  get isWhole(): boolean {
    return this.#passes !== Infinity;
  }

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
