import type { Feature } from '../feature.ts';

/** Icons for modules in addition to those of the features. */
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

/** Returns the emoji of a menu entry, by its path or the id of its icon; a page for unknown ids. */
export function iconOf({ navigationPath, icon }: { navigationPath: string; icon: string }, features: readonly Feature[]): string {
  const drawn = (name: string): string | undefined => features.find(({ icons }) => icons?.[name] !== undefined)?.icons?.[name];
  return drawn(navigationPath) ?? drawn(icon) ?? stock[icon] ?? '📄';
}
