import type { Feature } from './feature.ts';

/** Icons that a module may name beside those of the features. */
const stock: Readonly<Record<string, string>> = {
  date: '💘',
  code: '🔑',
  food: '🍽️',
  location: '📍',
  transport: '🚌',
  music: '🎵',
  games: '🎲',
  sports: '⚽',
  awards: '🏆',
  workshop: '🛠️',
  presentation: '🎤',
  business: '💼',
  charity: '🎗️',
  registration: '🎟️',
};

/** An emoji for a menu entry, by its address or the id of its icon; a page for ids that nobody knows. */
export function iconOf({ navigationPath, icon }: { navigationPath: string; icon: string }, features: readonly Feature[]): string {
  const drawn = (name: string): string | undefined => features.find(({ icons }) => icons?.[name] !== undefined)?.icons?.[name];
  return drawn(navigationPath) ?? drawn(icon) ?? stock[icon] ?? '📄';
}
