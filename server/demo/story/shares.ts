import type { ShareType } from '#contract/resources/shares.ts';

export interface DemoShare {
  readonly by: string;
  readonly type: ShareType;
  readonly title: string;
  readonly description: string;
  readonly available: number;
  readonly total: number;
}

/** Oldest first; -1 means unlimited. */
export const demoShares: readonly DemoShare[] = [
  {
    by: 'ben',
    type: 'ride',
    title: 'Hamburg Altona',
    description: 'Rückfahrt am letzten Tag nach dem Mittagessen, über Schwerin. Platz für zwei Fahrräder auf dem Dach.',
    available: 2,
    total: 3,
  },
  {
    by: 'yuki',
    type: 'ride',
    title: 'Berlin Südkreuz',
    description: 'Leaving right after the closing circle. I play only jazz.',
    available: 0,
    total: 4,
  },
  {
    by: 'orga',
    type: 'ride',
    title: 'Bahnhof Kranichsee',
    description: 'Pendelbus, jede volle Stunde bis 22 Uhr.',
    available: -1,
    total: -1,
  },
  {
    by: 'emil',
    type: 'room',
    title: 'Ferienhaus am Mühlenweg',
    description: 'Zwei Betten im Zimmer unter dem Dach, Küche für alle.',
    available: 1,
    total: 2,
  },
  { by: 'leyla', type: 'room', title: 'Jurte hinter Dorf C', description: '', available: 3, total: 6 },
  {
    by: 'noah',
    type: 'stuff',
    title: 'Gitarre',
    description: 'Mit Gurt und Ersatzsaiten. Bitte abends zurück ans Bootshaus.',
    available: 1,
    total: 1,
  },
  {
    by: 'hanna',
    type: 'stuff',
    title: 'Head torches',
    description: 'From the club, charged every morning. Take one, bring it back.',
    available: 5,
    total: 12,
  },
  { by: 'anna', type: 'stuff', title: 'Sonnencreme', description: 'LSF 50, steht am Steg.', available: -1, total: -1 },
];
