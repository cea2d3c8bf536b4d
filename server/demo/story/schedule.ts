import * as at from './places.ts';
import type { Place } from './places.ts';

/** `day` 0 is the first day of the camp. Times are wall-clock times there; an end before the start is on the next day. */
export interface DemoScheduleEntry {
  readonly day: number;
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly place: Place;
  readonly details: string | null;
}

export const on =
  (day: number) =>
  ([from, to]: [string, string], title: string, place: Place, ...details: string[]): DemoScheduleEntry => ({
    day,
    from,
    to,
    title,
    place,
    details: details.length > 0 ? details.join('\n') : null,
  });

const [arrival, today, tomorrow, excursion, farewell] = [on(0), on(1), on(2), on(3), on(4)];

/** Day 1 is the day of the first start. It has no gap from midnight to midnight, so that something is always on and something next. */
export const scheduleEntries: readonly DemoScheduleEntry[] = [
  arrival(
    ['09:00', '12:00'],
    'Anreise und Zeltaufbau',
    at.gate,
    'Anmeldung am Tor, dort gibt es Bändchen und Lageplan.',
    'Heringe und Hämmer liegen am Werkstattzelt.',
    'Arriving later? The shuttle leaves the station every hour.',
  ),
  arrival(
    ['12:00', '13:15'],
    'Willkommenssuppe',
    at.diningTent,
    'Linsensuppe, vegan, mit Brot vom Dorfbäcker.',
    'Bitte eigenes Geschirr mitbringen.',
  ),
  arrival(
    ['13:30', '14:30'],
    'Eröffnungskreis / Opening circle',
    at.meadow,
    'Wer ist da, wer macht was, was gilt auf dem Platz?',
    'Held in German and English.',
  ),
  arrival(
    ['15:00', '17:00'],
    'Geländerallye',
    at.infoPoint,
    'Acht Stationen in Gruppen zu fünft.',
    'Zettel und Stifte gibt es am Info-Punkt.',
    'Prize: first in the queue at dinner.',
  ),
  arrival(['17:15', '18:15'], 'Schwimmprobe', at.jetty, 'Pflicht für alle, die an einer Kanutour teilnehmen.', 'Handtuch nicht vergessen.'),
  arrival(['18:30', '19:45'], 'Abendessen: Nudeln für zweihundert', at.diningTent, 'Zwei Soßen, eine davon vegan, glutenfrei auf Anfrage.'),
  arrival(['20:30', '22:45'], 'Eröffnungsfeuer', at.campfire, 'Mit Liederheft und heißem Apfelsaft.', 'Instruments welcome.'),
  arrival(
    ['23:00', '07:00'],
    'Nachtruhe / Quiet hours',
    at.tentVillages,
    'Leise auf den Wegen, Licht nach unten.',
    'Notfall nachts: Info-Punkt, rund um die Uhr besetzt.',
  ),

  today(['06:45', '07:45'], 'Frühschwimmen', at.jetty, 'Nur mit Aufsicht. Bojen markieren den Bereich.', 'Tee danach auf dem Steg.'),
  today(['07:30', '09:00'], 'Frühstück', at.diningTent, 'Küchendienst: Dorf A.', 'Porridge, Brot, Obst. Coffee from 7:00.'),
  today(['09:00', '09:30'], 'Morgenrunde', at.meadow, 'Wetter, Änderungen, Geburtstage.'),
  today(
    ['09:30', '12:30'],
    'Kanutour, Gruppe A',
    at.boathouse,
    'Treffpunkt zehn Minuten vorher für die Schwimmwesten.',
    'Feste Schuhe, Sonnenhut, Trinkflasche.',
    'Dry bags for valuables are at the boathouse.',
  ),
  today(
    ['09:30', '11:00'],
    'Workshop: Siebdruck',
    at.workshopTent,
    'T-Shirt oder Beutel mitbringen, am besten hell.',
    'Twelve places, sign up on the board.',
  ),
  today(
    ['11:00', '12:30'],
    'Workshop: Knoten und Seilbrücke',
    at.forestEdge,
    'Vom Palstek bis zur Brücke über den Graben.',
    'No experience needed.',
  ),
  today(['12:30', '13:45'], 'Mittagessen', at.diningTent, 'Ofengemüse mit Hirse, Joghurt oder Tahin.'),
  today(['13:45', '14:45'], 'Siesta', at.tentVillages, 'Hängematten hängen am Waldrand.', 'Please keep the music down.'),
  today(
    ['14:30', '16:45'],
    'Volleyballturnier',
    at.meadow,
    'Teams zu viert, gemischt.',
    'Anmeldung bis 14 Uhr an der Tafel.',
    'Finale gegen 16:15 Uhr.',
  ),
  today(['16:30', '17:30'], 'Kuchen und Tauschcafé', at.barn, 'Bring ein Buch, nimm ein Buch.', 'Three cakes are vegan.'),
  today(['17:30', '18:30'], 'Chorprobe für die offene Bühne', at.barn, 'Bässe dringend gesucht!', 'Sheet music is in the red folder.'),
  today(
    ['18:30', '19:45'],
    'Abendessen: Buffet der Länder',
    at.diningTent,
    'Jedes Zeltdorf bringt ein Gericht mit.',
    'Labels for allergies are on the table.',
  ),
  today(
    ['19:45', '21:15'],
    'Offene Bühne',
    at.barn,
    'Fünf Minuten pro Auftritt, alles ist erlaubt.',
    'Sign up with Amara, or be brave and just walk up.',
  ),
  today(['21:15', '22:45'], 'Lagerfeuer mit Stockbrot', at.campfire, 'Teig ist da, Stöcke bitte vom Boden sammeln.'),
  today(
    ['22:30', '23:45'],
    'Sterne gucken / Stargazing',
    at.hill,
    'Zwei Teleskope, viele Decken.',
    'Bei Wolken erzählen wir Sternsagen in der Scheune.',
    'Red light only, please.',
  ),
  today(
    ['23:30', '07:00'],
    'Nachtruhe / Quiet hours',
    at.tentVillages,
    'Leise auf den Wegen, Licht nach unten.',
    'Notfall nachts: Info-Punkt, rund um die Uhr besetzt.',
  ),

  tomorrow(['07:00', '07:45'], 'Yoga am See', at.jetty, 'Matten sind da, Decken helfen gegen den Tau.'),
  tomorrow(['07:45', '09:00'], 'Frühstück', at.diningTent, 'Küchendienst: Dorf B.'),
  tomorrow(['09:00', '09:30'], 'Morgenrunde', at.meadow),
  tomorrow(
    ['09:30', '12:30'],
    'Kanutour, Gruppe B',
    at.boathouse,
    'Treffpunkt zehn Minuten vorher für die Schwimmwesten.',
    'Feste Schuhe, Sonnenhut, Trinkflasche.',
  ),
  tomorrow(
    ['10:00', '12:00'],
    'Erste Hilfe draußen',
    at.workshopTent,
    'Zecken, Wespen, Sonnenstich, verstauchte Knöchel.',
    'Taught in English with German handouts.',
  ),
  tomorrow(['12:30', '13:45'], 'Mittagessen', at.diningTent, 'Kartoffelsalat in drei Weltanschauungen.'),
  tomorrow(
    ['14:00', '17:00'],
    'Großes Geländespiel: Die Kranichfeder',
    at.forestEdge,
    'Lange Hosen, feste Schuhe.',
    'Spielgrenzen sind mit rotem Band markiert.',
    'The rules are explained at the start, in both languages.',
  ),
  tomorrow(['17:00', '18:15'], 'Freies Baden', at.jetty, 'Nur mit Aufsicht.'),
  tomorrow(['18:30', '19:45'], 'Grillabend', at.campfire, 'Gemüsespieße zuerst auf den linken Rost, Fleisch rechts.'),
  tomorrow(['20:00', '21:30'], 'Scheunenkino', at.barn, 'Kurzfilme mit Untertiteln.', 'Bring a cushion.'),
  tomorrow(
    ['21:45', '23:45'],
    'Nachtwanderung',
    at.gate,
    'Sechs Kilometer ohne Taschenlampe.',
    'Wer nicht mag, sitzt in der Teestube.',
    'We walk slowly and nobody gets left behind.',
  ),
  tomorrow(['23:45', '07:30'], 'Nachtruhe / Quiet hours', at.tentVillages, 'Notfall nachts: Info-Punkt, rund um die Uhr besetzt.'),

  excursion(['07:30', '09:00'], 'Frühstück und Lunchpakete', at.diningTent, 'Küchendienst: Dorf C.', 'Brotdose mitbringen.'),
  excursion(
    ['09:30', '16:00'],
    'Radtour zur Vogelinsel',
    at.gate,
    '32 km, flach, zwei Pausen.',
    'Helm ist Pflicht, Leihräder stehen am Tor.',
    'Ferry at 11:30, one euro in cash.',
  ),
  excursion(['10:00', '12:30'], 'Workshop: Improtheater', at.barn, 'Für alle, die nicht Rad fahren.', 'Saying yes is the only rule.'),
  excursion(['18:30', '19:45'], 'Abendessen: Pizza aus dem Lehmofen', at.campfire, 'Jede und jeder belegt selbst.'),
  excursion(
    ['20:30', '23:45'],
    'Abschlussparty',
    at.barn,
    'Musikwünsche in den Hut am Eingang.',
    'Silent disco from 22:30, headphones against a deposit.',
  ),

  farewell(['08:00', '09:30'], 'Frühstück: alles muss weg', at.diningTent),
  farewell(['09:30', '11:30'], 'Zelte abbauen und Platz aufräumen', at.tentVillages, 'Fundsachen liegen am Info-Punkt.'),
  farewell(['11:30', '12:15'], 'Abschlusskreis / Closing circle', at.meadow, 'Danke sagen, Tränen trocknen.'),
  farewell(['12:30', '14:00'], 'Abreise', at.station, 'Shuttle um 12:30, 13:00 und 13:30 Uhr.', 'The train to Berlin leaves at 13:58.'),
];
