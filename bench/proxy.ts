import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The traffic so far: bytes on the wire, headers included, and connections. */
export interface Traffic {
  readonly toServer: number;
  readonly toBrowser: number;
  readonly connections: number;
}

/**
 * A network of a certain distance between browser and server: every piece arrives `delay` ms later, each way, at any rate. A new connection
 * costs another round trip, like the handshake of TCP.
 */
export class Proxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #target: number;
  readonly #delay: number;
  #traffic: Traffic = { toServer: 0, toBrowser: 0, connections: 0 };

  private constructor(target: number, delay: number) {
    this.#target = target;
    this.#delay = delay;
    this.#server = createServer({ noDelay: true }, (socket) => this.#join(socket));
  }

  /** Listens on any free port of the loopback. */
  static async open(target: number, delay: number): Promise<Proxy> {
    const proxy = new Proxy(target, delay);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get origin(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  get traffic(): Traffic {
    return this.#traffic;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(browser: Socket): void {
    const server = connect({ port: this.#target, host: '127.0.0.1', noDelay: true });
    this.#count({ connections: 1 });
    const handshake = Date.now() + 2 * this.#delay;
    this.#carry(browser, server, handshake, (bytes) => this.#count({ toServer: bytes }));
    this.#carry(server, browser, 0, (bytes) => this.#count({ toBrowser: bytes }));
  }

  #carry(from: Socket, to: Socket, notBefore: number, count: (bytes: number) => void): void {
    const line = new Line(() => Math.max(Date.now(), notBefore) + this.#delay);
    this.#sockets.add(from);
    from.on('data', (piece: Buffer) => {
      count(piece.length);
      line.add(() => to.write(piece));
    });
    from.on('end', () => line.add(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      line.add(() => to.destroy());
    });
  }

  #count(more: Partial<Traffic>): void {
    const { toServer, toBrowser, connections } = this.#traffic;
    this.#traffic = {
      toServer: toServer + (more.toServer ?? 0),
      toBrowser: toBrowser + (more.toBrowser ?? 0),
      connections: connections + (more.connections ?? 0),
    };
  }
}

/** Runs tasks in order, each at its time; a due task runs at once. */
class Line {
  readonly #waiting: { at: number; task: () => void }[] = [];
  readonly #timeOf: () => number;

  constructor(timeOf: () => number) {
    this.#timeOf = timeOf;
  }

  add(task: () => void): void {
    this.#waiting.push({ at: this.#timeOf(), task });
    if (this.#waiting.length === 1) this.#run();
  }

  #run(): void {
    for (;;) {
      const first = this.#waiting[0];
      if (!first) return;
      const wait = first.at - Date.now();
      if (wait > 0) {
        setTimeout(() => this.#run(), wait);
        return;
      }
      first.task();
      this.#waiting.shift();
    }
  }
}
