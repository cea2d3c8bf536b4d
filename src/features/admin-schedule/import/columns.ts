/** What a column of a table may say; a day may stand apart from its time. */
export type Column = 'id' | 'title' | 'day' | 'start' | 'endDay' | 'end' | 'locationName' | 'locationAddress' | 'locationUrl' | 'details';

/** Headings of both languages, and those that spreadsheets and calendars write, in small letters and without what is neither letter nor digit. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  id: ['id', 'uid'],
  title: ['title', 'titel', 'name', 'subject', 'betreff', 'summary', 'event', 'session', 'programmpunkt', 'bezeichnung', 'what', 'was'],
  day: ['date', 'datum', 'day', 'tag', 'startdate', 'startdatum'],
  start: ['start', 'begin', 'beginn', 'anfang', 'from', 'von', 'starttime', 'startzeit', 'time', 'zeit', 'uhrzeit'],
  endDay: ['enddate', 'enddatum'],
  end: ['end', 'ende', 'to', 'until', 'bis', 'endtime', 'endzeit', 'finish'],
  locationName: ['place', 'ort', 'location', 'venue', 'room', 'raum', 'where', 'wo', 'locationname', 'treffpunkt'],
  locationAddress: ['address', 'adresse', 'anschrift', 'locationaddress'],
  locationUrl: ['link', 'url', 'map', 'karte', 'website', 'webseite', 'locationurl', 'linktoamap', 'linkzurkarte'],
  details: ['details', 'detail', 'einzelheiten', 'description', 'beschreibung', 'notes', 'notizen', 'info', 'text'],
};

const known = new Map(Object.entries(headings).flatMap(([column, names]) => names.map((name) => [name, column as Column] as const)));

/** Which column stands where; of two with one meaning the first counts, and what has none is passed over. */
export function columnsOf(heading: readonly string[]): ReadonlyMap<Column, number> {
  const found = new Map<Column, number>();
  heading.forEach((name, at) => {
    const column = known.get(
      name
        .slice(0, 100)
        .toLowerCase()
        .replaceAll(/\([^)]*\)|[^\p{L}\p{N}]/gu, ''),
    );
    if (column !== undefined && !found.has(column)) found.set(column, at);
  });
  return found;
}
