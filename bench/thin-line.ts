import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** In bytes; small compared with the rate per second, so that a cut loses no more than that. */
const packet = 1_024;

/**
 * A network between browser and server that can be made thin: then all connections share its bytes per second each way, by turns, and are
 * cut at an interval.
 */
export class ThinLine {
  readonly #server: Server;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  readonly #ways = { up: new Way(), down: new Way() };
  #cutter: NodeJS.Timeout | undefined;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer({ noDelay: true }, (socket) => this.#join(socket));
  }

  /** Listens on any free port of the loopback; as fast as the machine until `shape` is called. */
  static async open(target: number): Promise<ThinLine> {
    const line = new ThinLine(target);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get origin(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  /** Sets the rate and the interval of cuts (ms). The defaults are unlimited and never. */
  shape({ bytesPerSecond = Infinity, cutEvery }: { bytesPerSecond?: number; cutEvery?: number } = {}): void {
    clearInterval(this.#cutter);
    for (const way of Object.values(this.#ways)) way.bytesPerSecond = bytesPerSecond;
    if (cutEvery !== undefined) this.#cutter = setInterval(() => this.#cut(), cutEvery);
  }

  async close(): Promise<void> {
    this.shape();
    this.#cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(browser: Socket): void {
    const server = connect({ port: this.#target, host: '127.0.0.1', noDelay: true });
    this.#carry(browser, server, this.#ways.up);
    this.#carry(server, browser, this.#ways.down);
  }

  #carry(from: Socket, to: Socket, way: Way): void {
    this.#sockets.add(from);
    from.on('data', (bytes: Buffer) => {
      // The sender keeps bytes that the line has not accepted yet.
      from.pause();
      void way.carry(bytes, to).then(() => from.resume());
    });
    from.on('end', () => to.end());
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}

/** One direction of a line: carries the packets of all connections one after the other, at its rate. */
class Way {
  bytesPerSecond = Infinity;
  #free = Promise.resolve();

  async carry(bytes: Buffer, to: Socket): Promise<void> {
    for (let at = 0; at < bytes.length && !to.destroyed; at += packet) {
      const next = bytes.subarray(at, at + packet);
      // A later packet of the same sender queues behind the others.
      await (this.#free = this.#free.then(() => this.#take(next.length)));
      to.write(next);
    }
  }

  #take(length: number): Promise<void> {
    const ms = (length / this.bytesPerSecond) * 1_000;
    return ms === 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, ms));
  }
}
