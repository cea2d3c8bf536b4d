const aMinute = 60_000;
const tenHours = 600 * aMinute;

/** Every start is before every end, whichever taps wrote them. */
const dawn = Date.UTC(2026, 6, 2);
const at = (ms: number): string => new Date(dawn + ms).toISOString();

/** Every field of a row that an event admin's form sends, by resource. */
const fields: Readonly<Record<string, (number: number) => Record<string, unknown>>> = {
  schedule: (number) => ({
    title: `title ${number}`,
    details: `details ${number}`,
    startDate: at(number * aMinute),
    endDate: at(tenHours + number * aMinute),
    locationName: `place ${number}`,
    locationUrl: `https://place.example/${number}`,
    locationAddress: `street ${number}`,
  }),
  announcements: (number) => ({ title: `title ${number}`, content: `content ${number}` }),
  codes: (number) => ({ code: `CODE-${number}` }),
  contactLinks: (number) => ({
    title: `title ${number}`,
    subtitle: `subtitle ${number}`,
    links: [{ name: `link ${number}`, url: `https://link.example/${number}` }],
  }),
  // The format that the server stores, with the component's name at the end.
  homeEntries: (number) => ({ settings: JSON.stringify({ note: number, componentName: 'recent_posts' }) }),
  events: (number) => ({ title: `title ${number}`, description: `description ${number}` }),
};

const beside: Readonly<Record<string, Record<string, unknown>>> = {
  codes: { reusable: true },
  contactLinks: { position: 1 },
  homeEntries: { moduleId: 3, homeScreenNumber: 0, position: 1 },
};

/** Returns values that are unique to this number. */
export const everyField = (resource: string, number: number): Record<string, unknown> => fields[resource]!(number);

export const newRow = (resource: string, number: number): Record<string, unknown> => ({
  ...everyField(resource, number),
  ...beside[resource],
});

/** Returns a complete order that is unique to this number. It names each item, so that nothing of the previous order is left. */
export function everyPlace(number: number): { id: string; position: number }[] {
  return [1, 2, 3].map((which) => ({
    id: `01900000-0000-7000-8000-00000000000${which}`,
    position: ((number + which) % 3) + 1 + 3 * number,
  }));
}
