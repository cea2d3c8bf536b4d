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

  private constructor(port: number) {
    this.#server = createServer((near) => {
      if (this.#isBroken) near.destroy();
      this.#keep(near);
      if (this.#isBroken || this.#isSilent) return;
      const far = connect(port, '127.0.0.1');
      this.#keep(far);
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
      far.pipe(near);
      near.on('data', (piece) => {
        if (this.#passes === 0) return this.#breakAll();
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
    this.#passes = pieces;
  }

  /** Whether it has not come to that. */
  get isWhole(): boolean {
    return this.#passes !== Infinity;
  }

  mend(): void {
    this.#isBroken = false;
    this.#isSilent = false;
    this.#passes = Infinity;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#open.delete(socket));
  }

  #breakAll(): void {
    this.#passes = Infinity;
    for (const socket of this.#open) socket.destroy();
  }
}
