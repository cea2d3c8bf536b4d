import type { SendOutcome, SendPush } from '../../../server/push/send.ts';
import type { Random } from '../world/random.ts';

/** What a push service may do with a message. `unanswered` are those after which the server cannot know whether it arrived. */
const fates = {
  taken: 10,
  gone: 1,
  busy: 2,
  failing: 2,
  unreachable: 1,
  'taken, unanswered': 1,
  'lost, unanswered': 1,
};
type Fate = keyof typeof fates;

/** How long (ms) a server waits for an answer. */
const patience = 10_000;

const unanswered = (fate: Fate): Fate => (fate.startsWith('taken') ? 'taken, unanswered' : 'lost, unanswered');

interface Flight {
  readonly endpoint: string;
  readonly subject: string;
  readonly payload: string;
  readonly sender: Sender;
  /** When nobody waits for an answer any more (ms). */
  readonly until: number;
  readonly answer: (outcome: SendOutcome) => void;
}

/** A process that sends; a dead one hears nothing any more. */
export interface Sender {
  dead: boolean;
}

/** One message to one device, as a name. */
export const pushName = (endpoint: string, subject: string): string => `${subject} to ${endpoint}`;

/** The push services of this world: every message waits here until chance says what becomes of it. */
export class PushService {
  /** Every message that reached a device. */
  readonly arrived: string[] = [];
  /** Messages of which the server cannot know whether they arrived. */
  readonly unsure = new Set<string>();
  /** Endpoints that are known here no more. */
  readonly gone = new Set<string>();
  /** The devices, which hear what arrives. */
  onArrival: (endpoint: string, payload: string) => void = () => undefined;
  readonly #random: Random;
  readonly #now: () => number;
  #flights: Flight[] = [];
  readonly #answered: Flight[] = [];
  #endpoints = 0;

  /** By `now` (ms) an answer comes too late after a while; one server alone takes nothing up again while it waits for one, however long. */
  constructor(random: Random, now = () => 0) {
    this.#random = random;
    this.#now = now;
  }

  get busy(): boolean {
    return this.#flights.length > 0;
  }

  newEndpoint(): string {
    this.#endpoints += 1;
    return `http://127.0.0.1:9/${this.#endpoints}`;
  }

  /** How a process sends. One that stops is told of each message whether it was on its way. */
  senderOf(sender: Sender): SendPush {
    return (target, message, signal) =>
      new Promise((answer) => {
        // A dead process does nothing, and never goes on.
        if (sender.dead) return;
        const { notification } = JSON.parse(message.payload) as { notification: { tag: string } };
        const flight: Flight = {
          endpoint: target.endpoint,
          subject: notification.tag,
          payload: message.payload,
          sender,
          until: this.#now() + patience,
          answer,
        };
        this.#flights.push(flight);
        signal.addEventListener('abort', () => {
          if (!sender.dead) this.#meet(flight, this.#random.pick(['unreachable', 'taken, unanswered', 'lost, unanswered'] as const));
        });
      });
  }

  /** A process took it, and nobody hears what becomes of it. */
  noteHalfSent(name: string): void {
    if (!this.#flights.some(({ endpoint, subject }) => pushName(endpoint, subject) === name)) this.unsure.add(name);
  }

  /** Lets one message meet its fate. */
  step(): void {
    if (this.busy) this.#meet(this.#random.pick(this.#flights), this.#random.weighted(fates));
  }

  /** Takes everything that is under way. */
  takeAll(): void {
    for (const flight of this.#flights) this.#meet(flight, 'taken');
  }

  /** Messages of a dead process may have been on their way. */
  cut(sender: Sender): void {
    for (const flight of this.#flights.filter((each) => each.sender === sender)) {
      this.#meet(flight, this.#random.pick(['taken, unanswered', 'lost, unanswered'] as const));
    }
  }

  #meet(flight: Flight, chance: Fate): void {
    // One that was answered hears no stop.
    if (!this.#flights.includes(flight)) return;
    this.#flights = this.#flights.filter((each) => each !== flight);
    const name = pushName(flight.endpoint, flight.subject);
    const fate = this.gone.has(flight.endpoint) ? 'gone' : this.#now() > flight.until ? unanswered(chance) : chance;
    if (fate === 'gone') this.gone.add(flight.endpoint);
    if (fate.startsWith('taken')) {
      this.arrived.push(name);
      this.onArrival(flight.endpoint, flight.payload);
    }
    if (fate.endsWith('unanswered')) this.unsure.add(name);
    if (this.#now() > flight.until) this.#noteLate(flight);
    else this.#answered.push(flight);
    if (!flight.sender.dead) flight.answer(outcomeOf(fate, this.#random));
  }

  /** What went out together is settled together: where time has leapt meanwhile another process may have given up all of it. */
  #noteLate({ sender, until }: Flight): void {
    for (const each of this.#answered)
      if (each.sender === sender && each.until === until) this.unsure.add(pushName(each.endpoint, each.subject));
  }
}

function outcomeOf(fate: Fate, random: Random): SendOutcome {
  const answered = (status: number, retryAfter?: string): SendOutcome => ({ kind: 'answered', status, retryAfter });
  switch (fate) {
    case 'taken':
      return answered(201);
    case 'gone':
      return answered(random.pick([404, 410]));
    case 'busy':
      return answered(429, String(random.below(120)));
    case 'failing':
      return answered(random.pick([500, 503]));
    case 'unreachable':
      return { kind: 'not-sent', reason: 'nobody there' };
    default:
      return { kind: 'unknown', reason: 'no answer' };
  }
}
