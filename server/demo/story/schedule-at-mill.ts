import { type DemoScheduleEntry, on } from './schedule.ts';
import { type Place, placeOnMap } from './places.ts';

const address = 'Steinmühle, Mühlenweg 2, Steinbach';
const mill: Place = placeOnMap('Mühlenhof', 51.1872, 10.0431, address);
const parlour: Place = { locationName: 'Mahlstube', locationUrl: null, locationAddress: address };

const [friday, saturday, sunday] = [on(31), on(32), on(33)];

/** The crew's weekend, with days as in `events.ts`. */
export const scheduleAtMill: readonly DemoScheduleEntry[] = [
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
