const aMinute = 60_000;
const tenHours = 600 * aMinute;

/** Every start lies before every end, whoever wrote the two. */
const dawn = Date.UTC(2026, 6, 2);

/** Every field of a schedule entry or an announcement, with values that no other number has. */
export function everyField(resource: string, number: number): Record<string, string> {
  const at = (ms: number): string => new Date(dawn + ms).toISOString();
  if (resource === 'announcements') return { title: `title ${number}`, content: `content ${number}` };
  return {
    title: `title ${number}`,
    details: `details ${number}`,
    startDate: at(number * aMinute),
    endDate: at(tenHours + number * aMinute),
    locationName: `place ${number}`,
    locationUrl: `https://place.example/${number}`,
    locationAddress: `street ${number}`,
  };
}
