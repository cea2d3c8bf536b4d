import { home, insertRows, meetupOf } from '../fixtures/camp.ts';
import type { World } from '../fixtures/world.ts';
import { samplePicture } from './samples.ts';
import type { Row, Statuses } from './organisers-rows.ts';

const signedIn = (status: number): Statuses => [401, status, status, status, status, status, status];
const membersOfHome: Statuses = [401, 200, 200, 403, 200, 403, 200];
/** Hidden from those who are not in it. */
const membersOfAway: Statuses = [401, 404, 404, 200, 404, 200, 200];

/** What members of an event tell and show each other, with what each caller is answered. */
export function communityRows(world: () => World): Record<string, Row | readonly Row[]> {
  /** A meetup by the person called author. */
  const meetup = async () => {
    const row = meetupOf('author');
    await insertRows(world().store, world().clock, 'meetups', [row]);
    return `/api/meetup/${row.id}`;
  };
  const newMeetup = { title: 'Baden', description: 'Am Steg', startDate: '2026-11-21T15:00:00.000Z', event: home };
  return {
    'GET /api/meetup': [
      { statuses: signedIn(200) },
      { statuses: membersOfHome, url: '/api/meetup?event=1' },
      { statuses: membersOfAway, url: '/api/meetup?event=2' },
      { statuses: signedIn(404), url: '/api/meetup?event=4711' },
    ],
    'GET /api/event/:id/statistic': [
      { statuses: membersOfHome, url: '/api/event/1/statistic' },
      { statuses: membersOfAway, url: '/api/event/2/statistic' },
      { statuses: signedIn(404), url: '/api/event/4711/statistic' },
    ],
    'GET /api/users/me/statistic': { statuses: signedIn(200) },
    'POST /api/users/me/statistic/:id': [
      // To those who are not in its event it is not there.
      { statuses: [401, 200, 200, 404, 200, 404, 200], url: '/api/users/me/statistic/1', options: { body: { value: 1, change: 1 } } },
      { statuses: signedIn(404), url: '/api/users/me/statistic/4711', options: { body: { value: 1 } } },
    ],
    'POST /api/evidence': {
      statuses: [401, 201, 201, 403, 201, 403, 201],
      options: { body: { statisticId: 1, url: samplePicture, event: home } },
    },
    'GET /images/evidence/:name': { statuses: [404, 404, 404, 404, 404, 404, 404], url: `/images/evidence/${'n'.repeat(22)}-1x1.webp` },
    'GET /api/feedback': { statuses: [401, 403, 403, 403, 200, 200, 200] },
    'POST /api/feedback': {
      statuses: [401, 201, 201, 403, 201, 403, 201],
      options: { body: { content: 'Schön war es', event: home } },
    },
    'GET /api/event/:id/participant': [
      { statuses: membersOfHome, url: '/api/event/1/participant?page=&search=' },
      { statuses: membersOfAway, url: '/api/event/2/participant' },
      { statuses: signedIn(404), url: '/api/event/4711/participant' },
    ],
    'POST /api/meetup': { statuses: [401, 201, 201, 403, 201, 403, 201], options: { body: newMeetup } },
    'DELETE /api/meetup/:id': { statuses: [401, 403, 204, 404, 204, 404, 204], url: meetup },
  };
}
