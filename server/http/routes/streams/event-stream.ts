import type { ServerResponse } from 'node:http';
import { times } from '#contract/times.ts';

/** A reader with this many unread bytes is disconnected; it reconnects or polls. */
const unreadLimit = 16 * 1024;

/** How long (ms) a reader has to receive the end before the connection is destroyed. */
const farewell = 5 * times.second;

/** The writing side of a server-sent stream (WHATWG HTML section 9.2) whose reader may be unreachable. */
export interface EventStream {
  /** Returns false if the reader accepts no more, or the stream has ended. */
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
