import type { Feature } from '../../../feature/feature.ts';

/** Icons that a module may name beside those of the features. */
const stock: Readonly<Record<string, string>> = {
  sharing: '🚗',
  date: '💘',
  code: '🔑',
  event: '🎪',
  food: '🍽️',
  location: '📍',
  transport: '🚌',
  music: '🎵',
  games: '🎲',
  sports: '⚽',
  awards: '🏆',
  network: '🌐',
  workshop: '🛠️',
  presentation: '🎤',
  business: '💼',
  charity: '🎗️',
  registration: '🎟️',
};

/** An emoji for the id of an icon; a page for ids that nobody knows. */
export function iconOf(id: string, features: readonly Feature[]): string {
  return features.find(({ icons }) => icons?.[id] !== undefined)?.icons?.[id] ?? stock[id] ?? '📄';
}
