import { globalAdmins, type Row } from './callers.ts';

const dates = { startDate: '2027-07-01T08:00:00Z', endDate: '2027-07-05T12:00:00Z' };

/** Event routes for global admins only, with the status for each caller. */
export const adminEventsRows: Record<string, Row | readonly Row[]> = {
  'GET /api/admin/events': { statuses: globalAdmins(200) },
  'POST /api/admin/events': [
    { statuses: globalAdmins(201), options: { body: { title: 'Herbstlager', ...dates } }, changesCallers: true },
    { statuses: globalAdmins(400), options: { body: {} } },
  ],
  'DELETE /api/admin/events/:id': [
    { statuses: globalAdmins(200), url: '/api/admin/events/1', options: { body: { title: 'Camp 1' } }, changesCallers: true },
    { statuses: globalAdmins(404), url: '/api/admin/events/4711', options: { body: { title: 'Camp 1' } } },
  ],
};
