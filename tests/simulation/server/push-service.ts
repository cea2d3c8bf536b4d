import type { SendOutcome, SendPush } from '#server/push/send.ts';
import type { Random } from '../world/random.ts';

/** The possible fates of a message. The server cannot find out if an `unanswered` one arrived. */
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
  /** The time (ms) after which the answer is no longer awaited. */
  readonly until: number;
  readonly answer: (outcome: SendOutcome) => void;
}

/** A sending process; a dead one receives nothing. */
export interface Sender {
  dead: boolean;
}

/** Returns the name of a message to a device. */
export const pushName = (endpoint: string, subject: string): string => `${subject} to ${endpoint}`;

/** The push services of this world: every message is held here until chance decides its fate. */
export class PushService {
  readonly arrived: string[] = [];
  /** Messages that may have arrived, because their answer was lost. */
  readonly unsure = new Set<string>();
  /** Expired endpoints. */
  readonly expired = new Set<string>();
  /** Notifies the devices. */
  onArrival: (endpoint: string, payload: string) => void = () => undefined;
  readonly #random: Random;
  readonly #now: () => number;
  #flights: Flight[] = [];
  readonly #answered: Flight[] = [];
  #endpoints = 0;

  /** `now` (ms) makes answers late after a while. The default does not: a single server retries nothing while it waits for an answer. */
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

  /** Returns the send function of a process. A stopping process learns for each message whether it had been sent. */
  senderOf(sender: Sender): SendPush {
    return (target, message, signal) =>
      new Promise((answer) => {
        // A dead process does nothing.
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

  /** Notes a message that a process claimed and nobody settles. */
  noteHalfSent(name: string): void {
    if (!this.#flights.some(({ endpoint, subject }) => pushName(endpoint, subject) === name)) this.unsure.add(name);
  }

  /** Decides the fate of one message. */
  step(): void {
    if (this.busy) this.#meet(this.#random.pick(this.#flights), this.#random.weighted(fates));
  }

  takeAll(): void {
    for (const flight of this.#flights) this.#meet(flight, 'taken');
  }

  /** Messages of a dead process may have been sent. */
  cut(sender: Sender): void {
    for (const flight of this.#flights.filter((each) => each.sender === sender)) {
      this.#meet(flight, this.#random.pick(['taken, unanswered', 'lost, unanswered'] as const));
    }
  }

  #meet(flight: Flight, chance: Fate): void {
    // An answered message cannot be stopped.
    if (!this.#flights.includes(flight)) return;
    this.#flights = this.#flights.filter((each) => each !== flight);
    const name = pushName(flight.endpoint, flight.subject);
    const fate = this.expired.has(flight.endpoint) ? 'gone' : this.#now() > flight.until ? unanswered(chance) : chance;
    if (fate === 'gone') this.expired.add(flight.endpoint);
    if (fate.startsWith('taken')) {
      this.arrived.push(name);
      this.onArrival(flight.endpoint, flight.payload);
    }
    if (fate.endsWith('unanswered')) this.unsure.add(name);
    if (this.#now() > flight.until) this.#noteLate(flight);
    else this.#answered.push(flight);
    if (!flight.sender.dead) flight.answer(outcomeOf(fate, this.#random));
  }

  /** Messages sent together are settled together: if time has leapt, another process may have given up all of them. */
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
