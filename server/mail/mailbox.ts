import type { Message, SendMail } from './message.ts';
import { BoundedMap } from '../lib/bounded-map.ts';

const kept = 100;

/** The latest mails since the start, for a demo on one's own machine. */
export class Mailbox {
  readonly #messages = new BoundedMap<string, Message>(kept);

  list(): Message[] {
    return [...this.#messages].map(([, message]) => message).toReversed();
  }

  find(id: string): Message | null {
    return this.#messages.get(id) ?? null;
  }

  keeping(send: SendMail): SendMail {
    return async (message, signal) => {
      const outcome = await send(message, signal);
      if (outcome.kind === 'sent') this.#messages.set(message.id, message);
      return outcome;
    };
  }
}
