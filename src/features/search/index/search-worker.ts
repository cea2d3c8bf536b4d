import { databaseRows } from './database-rows.ts';
import type { Query } from './search-index.ts';
import { type Answer, type Changes, Searcher } from './searcher.ts';

/** `open` comes first and once. */
export type SearchRequest =
  | { readonly open: { readonly database: string; readonly eventId: number } }
  | { readonly changes: Changes }
  | { readonly query: Query };

// The worker of `open-search.ts`.
const scope = globalThis as unknown as {
  addEventListener: (type: 'message', listen: (event: { data: SearchRequest }) => void) => void;
  postMessage: (answer: Answer) => void;
};

let searcher: Promise<Searcher> | undefined;

async function begin({ database, eventId }: { database: string; eventId: number }): Promise<Searcher> {
  return new Searcher(await databaseRows(globalThis, database, eventId), eventId, (answer) => scope.postMessage(answer));
}

async function handle(request: SearchRequest): Promise<void> {
  if ('open' in request) searcher = begin(request.open);
  const opened = await searcher;
  if ('open' in request) await opened?.start();
  else if ('changes' in request) await opened?.change(request.changes);
  else opened?.ask(request.query);
}

scope.addEventListener('message', ({ data }) => {
  void handle(data).catch((error: unknown) => {
    // Outside of the promise it becomes an error event, after which the page searches by itself.
    setTimeout(() => {
      throw error;
    });
  });
});
