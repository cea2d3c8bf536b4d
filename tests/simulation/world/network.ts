import { syncEvents } from '#contract/endpoints/core.ts';
import { noteActivity } from './idle.ts';
import type { Random } from './random.ts';
import type { ServerAnswer, ServerRequest } from '../server/server-answer.ts';
import type { ServerStream } from '../server/server-stream.ts';
import { type Passing, Wire } from './wire.ts';

/** Null if no server runs. */
export type Server = (request: ServerRequest) => Promise<ServerAnswer | null>;

export const fates = [
  'arrives',
  'lost-request',
  'lost-answer',
  'cut-answer',
  'doubled',
  'late',
  'unavailable',
  'too-many',
  'proxy-error',
  'captive',
] as const;
export type Fate = (typeof fates)[number];
export type Weather = Readonly<Record<Fate, number>>;

export const calm: Weather = {
  arrives: 1,
  'lost-request': 0,
  'lost-answer': 0,
  'cut-answer': 0,
  doubled: 0,
  late: 0,
  unavailable: 0,
  'too-many': 0,
  'proxy-error': 0,
  captive: 0,
};

export const stormy: Weather = {
  arrives: 10,
  'lost-request': 2,
  'lost-answer': 3,
  'cut-answer': 2,
  doubled: 2,
  late: 2,
  unavailable: 1,
  'too-many': 1,
  'proxy-error': 1,
  captive: 1,
};

/** An answer on its way. */
interface Slow {
  readonly flight: Flight;
  readonly arrive: () => void;
}

interface Flight {
  readonly owner: object;
  readonly request: ServerRequest;
  readonly settle: { resolve: (response: Response) => void; reject: (error: Error) => void };
  aborted: boolean;
  wire?: Wire;
}

type SetTimer = (delay: number, task: () => void) => () => void;

/** The network of a device: its cookie jar, its requests in progress, and the weather's effect on them. */
export class SimulatedNetwork {
  readonly #server: Server;
  readonly #random: Random;
  readonly cookies = new Map<string, string>();
  weather: Weather = calm;
  online = true;
  /** Bytes per millisecond. */
  uplink = Infinity;
  /** True if a proxy blocks streams of pokes. */
  refusesStreams = false;
  /** Selects answers that are on their way until `deliverSlow`. */
  isSlow: (request: ServerRequest) => boolean = () => false;
  #slow: Slow[] = [];
  readonly #wires = new Set<Wire>();
  #flights: Flight[] = [];
  /** Requests that are still being sent, with their stop functions. */
  readonly #leaving = new Map<Flight, () => void>();
  readonly #setTimer: SetTimer;
  /** Requests that the device has given up and that reach the server later. */
  #stray: ServerRequest[] = [];

  constructor(server: Server, random: Random, setTimer: SetTimer) {
    this.#server = server;
    this.#random = random;
    this.#setTimer = setTimer;
  }

  get busy(): boolean {
    return this.#flights.length > 0 || this.#stray.length > 0;
  }

  fetch(owner: object, path: string, init: RequestInit): Promise<Response> {
    noteActivity();
    if (!this.online) return Promise.reject(new TypeError('no network'));
    return new Promise((resolve, reject) => {
      const headers = { ...(init.headers as Record<string, string>) };
      const body = init.body instanceof ArrayBuffer ? new Uint8Array(init.body) : ((init.body as string | null) ?? undefined);
      const request = { method: init.method ?? 'GET', path, headers, body };
      const flight: Flight = { owner, request, settle: { resolve, reject }, aborted: false };
      this.#setOut(flight);
      init.signal?.addEventListener('abort', () => {
        flight.aborted = true;
        this.#stop(flight);
        noteActivity();
        flight.wire?.break(new DOMException('aborted', 'AbortError'));
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  }

  /** Sends a request for as long as the uplink needs for its last byte. */
  #setOut(flight: Flight): void {
    const time = (flight.request.body?.length ?? 0) / this.uplink;
    if (time < 1) return void this.#flights.push(flight);
    const stop = this.#setTimer(time, () => {
      this.#leaving.delete(flight);
      this.#flights.push(flight);
      noteActivity();
    });
    this.#leaving.set(flight, stop);
  }

  #stop(flight: Flight): void {
    this.#leaving.get(flight)?.();
    this.#leaving.delete(flight);
  }

  /** Drops the answers of a killed tab; its sent requests still arrive. */
  drop(owner: object): void {
    for (const flight of this.#leaving.keys()) if (flight.owner === owner) this.#stop(flight);
    for (const flight of this.#flights) if (flight.owner === owner) flight.aborted = true;
    for (const wire of this.#wires) if (wire.owner === owner) wire.drop();
  }

  receivesPokes(owner: object): boolean {
    return [...this.#wires].some((wire) => wire.owner === owner && wire.passing === 'all');
  }

  breakStreams(): void {
    for (const wire of this.#wires) wire.break();
  }

  /** Changes the state of the streams that are open now. */
  setPassing(passing: Passing): void {
    for (const wire of this.#wires) wire.passing = passing;
  }

  cut(): void {
    this.online = false;
    const flights = [...this.#flights, ...this.#leaving.keys(), ...this.#slow.map(({ flight }) => flight)];
    for (const flight of this.#leaving.keys()) this.#stop(flight);
    this.#flights = [];
    this.#slow = [];
    this.breakStreams();
    for (const { settle } of flights) settle.reject(new TypeError('no network'));
    noteActivity();
  }

  /** Delivers a random slow answer, or all. */
  deliverSlow(all = false): void {
    if (this.#slow.length === 0) return;
    const delivered = all ? this.#slow.splice(0) : this.#slow.splice(this.#random.below(this.#slow.length), 1);
    for (const { arrive } of delivered) arrive();
    noteActivity();
  }

  has(match: (request: ServerRequest) => boolean): boolean {
    return this.#flights.some(({ request }) => match(request));
  }

  /** Decides the fate of a random request of a kind. */
  async stepOne(match: (request: ServerRequest) => boolean): Promise<void> {
    noteActivity();
    const flight = this.#random.pick(this.#flights.filter(({ request }) => match(request)));
    this.#flights = this.#flights.filter((other) => other !== flight);
    await this.#meet(flight, this.#random.weighted(this.weather));
  }

  /** Decides the fate of a random request. */
  async step(): Promise<void> {
    noteActivity();
    if (this.#stray.length > 0 && this.#random.chance(0.3)) {
      const [stray] = this.#stray.splice(this.#random.below(this.#stray.length), 1) as [ServerRequest];
      (await this.#send(stray))?.stream?.close();
      return;
    }
    if (this.#flights.length === 0) {
      const stray = this.#stray.shift();
      if (stray) (await this.#send(stray))?.stream?.close();
      return;
    }
    const [flight] = this.#flights.splice(this.#random.below(this.#flights.length), 1) as [Flight];
    await this.#meet(flight, this.#random.weighted(this.weather));
  }

  async #meet(flight: Flight, fate: Fate): Promise<void> {
    const { request, settle } = flight;
    if (request.path === syncEvents.path && this.refusesStreams) return settle.resolve(new Response('bad gateway', { status: 502 }));
    const fail = (): void => settle.reject(new TypeError('connection lost'));
    switch (fate) {
      case 'lost-request':
        return fail();
      case 'late':
        this.#stray.push(request);
        return fail();
      case 'captive':
        return settle.resolve(
          new Response('<html>Please accept our terms</html>', { status: 200, headers: { 'content-type': 'text/html' } }),
        );
      case 'unavailable':
        return settle.resolve(errorResponse(503, 'unavailable'));
      case 'too-many':
        return settle.resolve(errorResponse(429, 'too_many_requests', { 'retry-after': '7' }));
      default:
    }
    // A doubled request arrives twice at once, or again after the first is done.
    const echo = fate === 'doubled' && this.#random.chance(0.5) ? this.#send(request) : null;
    const answer = await this.#send(request);
    const second = await (echo ?? (fate === 'doubled' ? this.#send(request) : null));
    second?.stream?.close();
    noteActivity();
    if (!answer || flight.aborted || fate === 'lost-answer' || fate === 'proxy-error') answer?.stream?.close();
    if (!answer || flight.aborted || fate === 'lost-answer') return fail();
    if (fate === 'proxy-error') return settle.resolve(new Response('bad gateway', { status: 502 }));
    this.#keepCookies(answer);
    if (answer.stream) return this.#connect(flight, answer, answer.stream, fate);
    const response = new Response(bodyOf(answer, fate === 'cut-answer', this.#random), { status: answer.status, headers: answer.headers });
    if (this.isSlow(request)) this.#slow.push({ flight, arrive: () => settle.resolve(response) });
    else settle.resolve(response);
  }

  #connect(flight: Flight, { status, headers }: ServerAnswer, stream: ServerStream, fate: Fate): void {
    const wire = new Wire(flight.owner, stream, (over) => this.#wires.delete(over));
    this.#wires.add(wire);
    flight.wire = wire;
    flight.settle.resolve(new Response(wire.body, { status, headers }));
    if (fate === 'cut-answer') wire.break();
  }

  #send(request: ServerRequest): Promise<ServerAnswer | null> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...request.headers, 'sec-fetch-site': 'same-origin', ...(cookie === '' ? {} : { cookie }) };
    return this.#server({ ...request, headers });
  }

  #keepCookies({ cookies }: ServerAnswer): void {
    for (const [name, value] of Object.entries(cookies)) {
      if (value === null || value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

function errorResponse(status: number, error: string, headers: Record<string, string> = {}): Response {
  const body = JSON.stringify({ error, message: error });
  return new Response(body, { status, headers: { 'content-type': 'application/json', 'x-event-companion': '1', ...headers } });
}

/** Returns the whole body, or only its beginning if the connection breaks. */
function bodyOf(answer: ServerAnswer, cut: boolean, random: Random): BodyInit | null {
  if (answer.status === 204) return null;
  if (!cut) return answer.body;
  const bytes = new TextEncoder().encode(answer.body);
  const part = bytes.slice(0, random.below(bytes.length + 1));
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(part);
      controller.error(new TypeError('connection lost'));
    },
  });
}
