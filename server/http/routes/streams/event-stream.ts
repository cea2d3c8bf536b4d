import type { ServerResponse } from 'node:http';
import { times } from '../../../../contract/times.ts';

/** A reader that leaves this much unread (bytes) is let go; it comes again, or polls. */
const unreadLimit = 16 * 1024;

/** How long (ms) a reader has to take in the end; who does not read is cut off. */
const farewell = 5 * times.second;

/** The writing side of a server-sent stream (WHATWG HTML section 9.2) whose reader may be out of reach. */
export interface EventStream {
  /** False where the reader takes no more, or the stream is over. */
  write(text: string): boolean;
  end(): void;
}

export function eventStream(response: ServerResponse): EventStream {
  const isOver = () => response.writableEnded || response.destroyed;
  return {
    write(text) {
      if (isOver()) return false;
      response.write(text);
      return response.writableLength < unreadLimit;
    },
    end() {
      if (isOver()) return;
      response.end();
      const cut = setTimeout(() => response.destroy(), farewell).unref();
      response.on('close', () => clearTimeout(cut));
    },
  };
}
