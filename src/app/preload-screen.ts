import { features } from './feature-list.ts';
import { routesOf } from './routes/routes.tsx';

/** Loads the code of the screen at a path while the device reads its data. */
export async function preloadScreen(location: string): Promise<void> {
  const route = routesOf(features).find(({ path }) => (path instanceof RegExp ? path.test(location) : path === location));
  // A load that fails now is repeated when the screen is drawn.
  await route?.screen.preload?.().catch(() => undefined);
}
