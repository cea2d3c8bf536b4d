import { v7 as uuidv7 } from 'uuid';
import type { HomeEntry } from '#contract/resources/modules.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { announcementOf, codeOf, contactLinks, faqEntry, home, insertRows } from '../fixtures/camp.ts';
import type { CallOptions, World } from '../fixtures/world.ts';
import { admins, everybody, onlyAdmins, type Row, signedIn, type Statuses } from './callers.ts';

const entry = {
  title: 'Nachtwanderung',
  locationName: 'Eingangstor',
  startDate: '2026-11-21T20:00:00.000Z',
  endDate: '2026-11-21T22:00:00.000Z',
};

export function scheduleEntryOf(own: Partial<ScheduleEntry> = {}): ScheduleEntry {
  return { id: uuidv7(), version: 1, eventId: home, details: null, locationUrl: null, locationAddress: null, ...entry, ...own };
}

/** Routes for event admins and for notifications, with the status for each caller. */
export function organisersRows(world: () => World): Record<string, Row | readonly Row[]> {
  const announcement = (active: boolean, ending: string) => async () => {
    const row = announcementOf({ active });
    await insertRows(world().store, world().clock, 'announcements', [row]);
    return `/api/announcement/${row.id}${ending}`;
  };
  const scheduleEntry = (event: number) => async () => {
    const row = scheduleEntryOf();
    await insertRows(world().store, world().clock, 'schedule', [row]);
    return `/api/event/${event}/schedule/${row.id}`;
  };
  const contactBlock = async () => {
    const row = { ...contactLinks, id: uuidv7() };
    await insertRows(world().store, world().clock, 'contactLinks', [row]);
    return `/api/contactlinks/${row.id}`;
  };
  const question = async () => {
    const row = { ...faqEntry, id: uuidv7() };
    await insertRows(world().store, world().clock, 'faqEntries', [row]);
    return `/api/faq/${row.id}`;
  };
  const newQuestion = { question: 'Wo sind die Duschen?', answer: 'Hinter dem Bootshaus.', position: 2 };
  const code = (event: number, reusable: boolean) => async () => {
    const row = codeOf({ code: uuidv7(), reusable });
    await insertRows(world().store, world().clock, 'codes', [row]);
    return `/api/event/${event}/code/${row.id}`;
  };
  /** A different code for each caller. */
  const newCode: CallOptions = {
    get body() {
      return { code: uuidv7(), reusable: false };
    },
  };
  const listed = (ending: string): Row[] => [
    { statuses: [401, 401, 403, 403, 403, 403, 200, 403, 200], url: `/api/event/1/code${ending}` },
    { statuses: [401, 401, 404, 404, 404, 403, 404, 200, 200], url: `/api/event/2/code${ending}` },
    { statuses: signedIn(404), url: `/api/event/4711/code${ending}` },
  ];
  const onAnnouncements = (ending: string, options?: CallOptions): Row[] => [
    { statuses: admins(200), url: announcement(true, ending), ...(options && { options }) },
    { statuses: onlyAdmins(200), url: announcement(false, ending), ...(options && { options }) },
  ];
  const createdByAdmins: Statuses = [401, 401, 403, 403, 403, 403, 201, 403, 201];
  /** An event that is not hidden is visible to everybody. */
  const arrangedByAdmins: Statuses = [401, 401, 403, 403, 403, 403, 200, 403, 200];
  const place = { id: uuidv7(), position: 1 };
  const linkBlock = { title: 'Küche', subtitle: null, links: [{ name: 'Telefon', url: 'tel:+49301234' }], position: 2 };
  const title = { body: { title: 'Gewitter' } };
  /** For the home event, and for a missing one. */
  const switched = (body: object): Row[] => [
    { statuses: arrangedByAdmins, options: { body: { ...body, event: home } } },
    { statuses: signedIn(404), options: { body: { ...body, event: 4711 } } },
  ];
  const component = { moduleId: 3, homeScreenNumber: 0, position: 2 };
  const homeEntry = (event: number) => async () => {
    const row: HomeEntry = { id: uuidv7(), version: 1, eventId: home, ...component, settings: null };
    await insertRows(world().store, world().clock, 'homeEntries', [row]);
    return `/api/event/${event}/homescreen/${row.id}`;
  };

  return {
    // The active event of each caller.
    'GET /api/announcement/admin': { statuses: [401, 401, 404, 403, 403, 403, 200, 200, 200] },
    'POST /api/announcement': [{ statuses: createdByAdmins, options: { body: { title: 'Gewitter', content: '', event: home } } }],
    'PUT /api/announcement/:id': onAnnouncements('', title),
    'POST /api/announcement/:id/activate': onAnnouncements('/activate'),
    'POST /api/announcement/:id/deactivate': onAnnouncements('/deactivate'),
    'POST /api/event/:event/schedule': [
      { statuses: createdByAdmins, url: '/api/event/1/schedule', options: { body: entry } },
      { statuses: [401, 401, 403, 403, 403, 403, 403, 201, 201], url: '/api/event/2/schedule', options: { body: entry } },
      { statuses: [401, 401, 403, 403, 403, 403, 403, 403, 404], url: '/api/event/4711/schedule', options: { body: entry } },
      { statuses: signedIn(404), url: '/api/event/x/schedule', options: { body: entry } },
    ],
    'PUT /api/event/:event/schedule/:id': [
      { statuses: admins(200), url: scheduleEntry(home), options: title },
      { statuses: signedIn(404), url: scheduleEntry(2), options: title },
    ],
    'DELETE /api/event/:event/schedule/:id': [
      { statuses: admins(204), url: scheduleEntry(home) },
      { statuses: signedIn(404), url: scheduleEntry(2) },
    ],
    'GET /api/event/:id/code': listed(''),
    'GET /api/event/:id/code/excel': listed('/excel'),
    'POST /api/event/:event/code': [
      { statuses: createdByAdmins, url: '/api/event/1/code', options: newCode },
      { statuses: [401, 401, 403, 403, 403, 403, 403, 201, 201], url: '/api/event/2/code', options: newCode },
      { statuses: [401, 401, 403, 403, 403, 403, 403, 403, 404], url: '/api/event/4711/code', options: newCode },
      // An existing code: only callers who may create codes learn of it.
      {
        statuses: [401, 401, 403, 403, 403, 403, 422, 403, 422],
        url: '/api/event/1/code',
        options: { body: { code: 'CAMP-OPEN', reusable: true } },
      },
    ],
    'PUT /api/event/:event/code/:id': [
      { statuses: admins(200), url: code(home, true), options: newCode },
      { statuses: onlyAdmins(200), url: code(home, false), options: newCode },
      { statuses: signedIn(404), url: code(2, true), options: newCode },
    ],
    'DELETE /api/event/:event/code/:id': [
      { statuses: admins(204), url: code(home, true) },
      { statuses: onlyAdmins(204), url: code(home, false) },
      { statuses: signedIn(404), url: code(2, true) },
    ],
    'PUT /api/event/:id/menu/bulk': { statuses: arrangedByAdmins, url: '/api/event/1/menu/bulk', options: { body: { updates: [place] } } },
    'PUT /api/event/:id/homescreen/bulk': {
      statuses: arrangedByAdmins,
      url: '/api/event/1/homescreen/bulk',
      options: { body: { updates: [{ ...place, homeScreenNumber: 0, moduleId: 1, settings: null }] } },
    },
    'POST /api/modules': switched({ moduleId: 3 }),
    'DELETE /api/modules': [
      ...switched({ moduleId: 3 }),
      { statuses: [401, 401, 403, 403, 403, 403, 422, 403, 422], options: { body: { moduleId: 1, event: home } } },
    ],
    'POST /api/modules/menu-entry': switched({ moduleId: 18, menuEntryIndex: 1 }),
    'DELETE /api/modules/menu-entry': [
      ...switched({ moduleId: 18, menuEntryIndex: 1 }),
      { statuses: [401, 401, 403, 403, 403, 403, 422, 403, 422], options: { body: { moduleId: 3, menuEntryIndex: 0, event: home } } },
    ],
    'POST /api/event/:event/homescreen': [
      { statuses: createdByAdmins, url: '/api/event/1/homescreen', options: { body: component } },
      { statuses: [401, 401, 403, 403, 403, 403, 403, 403, 404], url: '/api/event/4711/homescreen', options: { body: component } },
    ],
    'PATCH /api/event/:event/homescreen/:id': [
      { statuses: admins(200), url: homeEntry(home), options: { body: { settings: '{"count":3}' } } },
      { statuses: signedIn(404), url: homeEntry(2), options: { body: { settings: '{"count":3}' } } },
    ],
    'DELETE /api/event/:event/homescreen/:id': [
      { statuses: admins(204), url: homeEntry(home) },
      { statuses: signedIn(404), url: homeEntry(2) },
    ],
    'PATCH /api/contactlinks/positions': [
      { statuses: arrangedByAdmins, options: { body: { positions: [place], event: home } } },
      { statuses: signedIn(404), options: { body: { positions: [place], event: 4711 } } },
    ],
    // A hidden event exists only for its members.
    'PUT /api/event/:id': [
      { statuses: arrangedByAdmins, url: '/api/event/1', options: { body: { description: 'Sechs Tage am See' } } },
      { statuses: [401, 401, 404, 404, 404, 403, 404, 200, 200], url: '/api/event/2', options: { body: { description: 'Am Hang' } } },
      { statuses: signedIn(404), url: '/api/event/4711', options: { body: { description: 'Nirgends' } } },
    ],
    // The link alone opens it; this one leads nowhere.
    'PATCH /api/faq/positions': [
      { statuses: arrangedByAdmins, options: { body: { positions: [place], event: home } } },
      { statuses: signedIn(404), options: { body: { positions: [place], event: 4711 } } },
    ],
    'POST /api/faq': [
      { statuses: createdByAdmins, options: { body: { ...newQuestion, event: home } } },
      { statuses: [401, 401, 403, 403, 403, 403, 403, 403, 404], options: { body: { ...newQuestion, event: 4711 } } },
    ],
    'PUT /api/faq/:id': { statuses: admins(200), url: question, options: { body: { answer: 'Am See.' } } },
    'DELETE /api/faq/:id': { statuses: admins(204), url: question },
    'GET /images/headers/:name': { statuses: everybody(404), url: `/images/headers/${'n'.repeat(22)}-1x1.webp` },
    'POST /api/contactlinks': [
      { statuses: createdByAdmins, options: { body: { ...linkBlock, event: home } } },
      { statuses: [401, 401, 403, 403, 403, 403, 403, 403, 404], options: { body: { ...linkBlock, event: 4711 } } },
    ],
    'PUT /api/contactlinks/:id': { statuses: admins(200), url: contactBlock, options: title },
    'DELETE /api/contactlinks/:id': { statuses: admins(204), url: contactBlock },
    'GET /api/notification': { statuses: signedIn(200) },
    'POST /api/notification': [
      { statuses: signedIn(200), options: { body: { general: false } } },
      { statuses: signedIn(400), options: { body: { subscription: '{}' } } },
    ],
    'GET /api/notification/key': { statuses: signedIn(200) },
    'POST /api/notification/unsubscribe': { statuses: signedIn(200), options: { body: { endpoint: 'https://push.example/1' } } },
  };
}
