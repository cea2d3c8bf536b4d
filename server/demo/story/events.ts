import type { EventRole } from '#contract/roles.ts';
import { type DemoScheduleEntry, on, scheduleEntries } from './schedule.ts';
import { type Place, placeOnMap } from './places.ts';

/** Day 0 is the day before the first start; times are wall-clock times in `demoTimeZone`. */
export interface DemoEvent {
  readonly title: string;
  readonly description: string;
  readonly from: readonly [day: number, time: string];
  readonly to: readonly [day: number, time: string];
  readonly codeRequired: boolean;
  /** Opens the event to everybody who has it, any number of times. */
  readonly code: string | null;
  readonly schedule?: readonly DemoScheduleEntry[];
  /** Keys of the members with their role; by default everybody. */
  readonly members?: Readonly<Record<string, EventRole>>;
}

export const demoTimeZone = 'Europe/Berlin';

export const camp: DemoEvent = {
  title: 'Camp Kranichsee',
  description:
    'Fünf Tage am See: Zelten, Paddeln, Werkstätten, Feuer und Sterne.\n\nFive days by the lake: tents, canoes, workshops, campfires and stars.',
  from: [0, '09:00'],
  to: [4, '14:00'],
  codeRequired: false,
  code: 'DEMO-2026',
  schedule: scheduleEntries,
};

const address = 'Steinmühle, Mühlenweg 2, Steinbach';
const mill: Place = placeOnMap('Mühlenhof', 51.1872, 10.0431, address);
const parlour: Place = { locationName: 'Mahlstube', locationUrl: null, locationAddress: address };

const [friday, saturday, sunday] = [on(31), on(32), on(33)];

/** The crew's weekend. Days count like those of the events. */
const scheduleAtMill: readonly DemoScheduleEntry[] = [
  friday(['17:00', '18:30'], 'Ankommen und Zimmer verteilen', mill, 'Bettwäsche mitbringen.', 'The bus from the station runs until 19:00.'),
  friday(['19:00', '21:00'], 'Abendbrot und Runde: Wie war das Camp?', parlour),
  saturday(['08:30', '09:30'], 'Frühstück in der Mühle', parlour),
  saturday(['09:30', '12:30'], 'Planung: Termine, Platz, Geld', parlour, 'Bringt eure Zahlen mit.', 'Held in German and English.'),
  saturday(['14:00', '17:30'], 'Arbeitsgruppen', mill, 'Programm, Küche, Technik, Anmeldung.'),
  saturday(['19:30', '22:30'], 'Grillen am Mühlrad', mill),
  sunday(['09:00', '10:00'], 'Spätes Frühstück', parlour),
  sunday(['10:00', '12:00'], 'Wer macht was bis wann?', parlour, 'Am Ende steht die Liste. / The list is done when we leave.'),
  sunday(['13:00', '15:00'], 'Putzen und Heimfahrt', mill),
];

export const otherEvents: readonly DemoEvent[] = [
  {
    title: 'Teamwochenende Steinmühle',
    description: 'Planung für das nächste Jahr, nur für das Team. / Planning weekend for the crew.',
    from: [31, '17:00'],
    to: [33, '15:00'],
    codeRequired: true,
    code: 'STEINMUEHLE-7',
    schedule: scheduleAtMill,
    members: { hanna: 'admin', anna: 'participant', luca: 'participant', finn: 'participant', amara: 'participant', priya: 'participant' },
  },
  {
    title: 'Hüttenwoche Silberberg',
    description: 'Eine Woche Wandern, Kochen und Spielen auf der Hütte. / A week of hiking, cooking and games in a mountain hut.',
    from: [96, '15:00'],
    to: [103, '10:00'],
    codeRequired: false,
    code: null,
    members: { lena: 'admin', anna: 'participant', ben: 'participant', tess: 'participant', emil: 'participant', yuki: 'participant' },
  },
  {
    title: 'Paddelwochenende Erlenfließ',
    description: 'Zwei Tage im Kanu, eine Nacht am Ufer. / Two days in canoes, one night on the bank.',
    from: [-62, '10:00'],
    to: [-61, '18:00'],
    codeRequired: false,
    code: null,
    members: { finn: 'admin', orga: 'participant', ben: 'participant', tess: 'participant', noah: 'participant', clara: 'participant' },
  },
];
