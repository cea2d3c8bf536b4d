import { pause } from '#lib/pause.ts';
import { valueThat } from '#lib/observable.ts';
import type { SessionForScreens } from '#sync/session/early-session.ts';

/** The time (ms) to wait for a slow storage before the loading screen is shown. */
const patience = 1_000;

/**
 * Resolves when the first screen can be drawn completely: the session state is known and, for a signed-in user, the content of their event.
 * Drawing it in steps would cost a slow phone a second.
 */
export async function firstScreen(session: Pick<SessionForScreens, 'state'>): Promise<void> {
  await Promise.race([pause(patience), known(session)]);
}

async function known(session: Pick<SessionForScreens, 'state'>): Promise<void> {
  const state = await valueThat(session.state, ({ status }) => status !== 'starting');
  if (state.status === 'signed-in') await valueThat(state.client.context, (here) => here !== undefined);
}
