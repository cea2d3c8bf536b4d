import type { Observable } from '../../lib/observable.ts';
import type { SessionForScreens } from '../../sync/session/early-session.ts';

/** How long (ms) a slow storage is waited for before the loading screen shows. */
const patience = 1_000;

/**
 * Resolves when the first screen can be drawn whole: it is known who is here and, for somebody who is signed in, what their event
 * consists of. Drawing it in steps would cost a slow phone a second.
 */
export async function firstScreen(session: Pick<SessionForScreens, 'state'>): Promise<void> {
  const tooLong = new Promise<void>((resolve) => {
    setTimeout(resolve, patience);
  });
  await Promise.race([tooLong, known(session)]);
}

async function known(session: Pick<SessionForScreens, 'state'>): Promise<void> {
  const state = await answered(session.state, ({ status }) => status !== 'starting');
  if (state.status === 'signed-in') await answered(state.client.here, (here) => here !== undefined);
}

/** The first value that will do. */
function answered<T>(observable: Observable<T>, will: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const look = (): void => {
      const value = observable.get();
      if (!will(value)) return;
      leave();
      resolve(value);
    };
    const leave = observable.subscribe(look);
    look();
  });
}
