import { observed } from '#lib/observable.ts';

/** Screens by the key that follows `g`. */
export const places = {
  h: '/home',
  s: '/schedule',
  c: '/chat',
  m: '/meetups',
  p: '/pictures',
  a: '/announcements',
  u: '/participants',
  n: '/not-sent',
} as const;

/** Actions on the current screen by their key; `?` opens the help. */
export const actions = { '/': 'search', n: 'create', r: 'refresh', '?': 'help' } as const;

export const isPlaceKey = (key: string): key is keyof typeof places => Object.hasOwn(places, key);
export const isActionKey = (key: string): key is keyof typeof actions => Object.hasOwn(actions, key);

/** True while the list of shortcuts is open. */
export const helpOpen = observed(false);

const stored = 'shortcuts';

/** Returns whether single keys act on this device: voice control and some keyboards need them off (WCAG 2.1.4). */
export const areShortcutsOn = (): boolean => localStorage.getItem(stored) !== 'off';

export function turnShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(stored);
  else localStorage.setItem(stored, 'off');
}
