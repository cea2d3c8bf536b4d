export interface DemoMeetup {
  readonly by: string;
  readonly title: string;
  readonly description: string;
  /** Hours from the half hour of the first start; negative before it. */
  readonly inHours: number;
  readonly place?: string;
  readonly capacity?: number;
}

/** Meetups that make sense at any hour of the day. */
export const meetups: readonly DemoMeetup[] = [
  {
    by: 'emil',
    title: 'Slackline for beginners',
    description: 'Between the two birches behind village C. Falling is part of it.',
    inHours: -20,
  },
  {
    by: 'leyla',
    title: 'Doppelkopf',
    description: 'Zwei Plätze sind noch frei. Wir sitzen in der Großen Scheune, letzter Tisch links.',
    inHours: -0.5,
    place: 'Große Scheune',
    capacity: 8,
  },
  {
    by: 'noah',
    title: 'Gitarren mitbringen!',
    description: 'Lieder, die alle kennen, und ein paar, die niemand kennt. Auf dem Steg, bei Regen im Bootshaus.',
    inHours: 1.5,
  },
  {
    by: 'yuki',
    title: 'Origami: a hundred cranes',
    description: 'Workshop tent. Paper is there, patience is not.',
    inHours: 4,
    place: 'Workshop tent',
    capacity: 12,
  },
  {
    by: 'hanna',
    title: 'Einmal um den See',
    description: 'Elf Kilometer, gemütlich, mit Badepause. Treffpunkt am Eingangstor; bitte Wasser mitnehmen.',
    inHours: 19,
  },
  {
    by: 'tess',
    title: 'Shared ride to Rotterdam, Sunday',
    description: 'Who comes along? Let us meet at the info point and see who has how much luggage.',
    inHours: 26,
  },
];
