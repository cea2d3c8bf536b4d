import { v7 as uuidv7 } from 'uuid';
import { agendaPath, calendarLinkId, schedulePath } from '#contract/resources/calendars.ts';
import { calendarSecret, evidenceOf, home, insertRows, meetupOf, ownEntryOf, people, postOf, reportOf, shareOf } from '../fixtures/camp.ts';
import type { World } from '../fixtures/world.ts';
import {
  changedByAuthor,
  createdAtHome,
  everybody,
  membersOfAway,
  membersOfHome,
  ofOwnEvent,
  onlyAdmins,
  ownedAtHome,
  removedByAuthor,
  type Row,
  signedIn,
  readByMembers,
} from './callers.ts';
import { scheduleEntryOf } from './organisers-rows.ts';
import { samplePicture } from './samples.ts';

/** Routes of the community area, with the status for each caller. */
export function communityRows(world: () => World): Record<string, Row | readonly Row[]> {
  const meetup = async () => {
    const row = meetupOf('author');
    await insertRows(world().store, world().clock, 'meetups', [row]);
    return `/api/meetup/${row.id}`;
  };
  const proof = async () => {
    const row = evidenceOf('author');
    await insertRows(world().store, world().clock, 'evidence', [row]);
    return `/api/evidence/${row.id}`;
  };
  const share = async (rest = '') => {
    const row = shareOf('author');
    await insertRows(world().store, world().clock, 'shares', [row]);
    return `/api/sharing/${row.id}${rest}`;
  };
  const linkOfAuthor = async () => {
    await world().call('author', 'PUT', '/api/event/1/calendar-link', { body: { secret: calendarSecret } });
    return schedulePath(calendarLinkId(home, people.author.id), calendarSecret);
  };
  const scheduled = async () => {
    const row = scheduleEntryOf();
    await insertRows(world().store, world().clock, 'schedule', [row]);
    return `/api/schedule/${row.id}/mark`;
  };
  const reaction = async () => {
    const row = postOf('author');
    await insertRows(world().store, world().clock, 'posts', [row]);
    return `/api/post/${row.id}/reaction`;
  };
  const ownEntry = async () => {
    const row = ownEntryOf('author');
    await insertRows(world().store, world().clock, 'ownEntries', [row]);
    return `/api/own-entry/${row.id}`;
  };
  const attendance = async () => `${await meetup()}/attendance`;
  const newOwnEntry = {
    title: 'Am Tor',
    startDate: '2026-11-21T15:00:00.000Z',
    endDate: '2026-11-21T16:00:00.000Z',
    event: home,
  };
  const agendaLinkOfAuthor = async () => {
    await world().call('author', 'PUT', '/api/event/1/agenda-link', { body: { secret: calendarSecret } });
    return agendaPath(calendarLinkId(home, people.author.id), calendarSecret);
  };
  const readChat = { marks: [{ list: 'chat', order: 1 }] };
  const seeEntry = { marks: [{ list: `schedule-${uuidv7()}`, order: 1 }] };
  const newShare = { type: 'ride', title: 'Bern', description: '', available: 2, total: 3, event: home };
  const newMeetup = { title: 'Baden', description: 'Am Steg', startDate: '2026-11-21T15:00:00.000Z', event: home };
  const report = (decision: string) => async () => {
    const row = reportOf('author');
    await insertRows(world().store, world().clock, 'reports', [row]);
    return `/api/report/${row.id}/${decision}`;
  };
  const seen = { authorId: people.outsider.id, title: '', text: 'Billige Zelte!', startDate: null, picture: null };
  const newReport = { resource: 'posts', rowId: uuidv7(), reason: 'spam', seen, event: home };
  /** Answers 404 to everybody but its person. */
  const ofAuthorAlone = [401, 401, 404, 404, 200, 404, 404, 404, 404] as const;
  const unwanted = { body: { userId: people.stranger.id } };
  const hiddenByAuthor = async () => {
    await world().call('author', 'POST', `/api/users/${people.author.id}/hide`, unwanted);
    return `/api/users/${people.author.id}/show`;
  };
  return {
    'POST /api/report': { statuses: createdAtHome, options: { body: newReport } },
    'POST /api/report/:id/dismiss': { statuses: onlyAdmins(200), url: report('dismiss') },
    'POST /api/report/:id/remove': { statuses: onlyAdmins(200), url: report('remove') },
    'POST /api/users/:id/hide': { statuses: ofAuthorAlone, url: `/api/users/${people.author.id}/hide`, options: unwanted },
    'POST /api/users/:id/show': { statuses: ofAuthorAlone, url: hiddenByAuthor, options: unwanted },
    'GET /api/meetup': [{ statuses: ofOwnEvent }, ...readByMembers((event) => `/api/meetup?event=${event}`)],
    'GET /api/event/:id/statistic': readByMembers((event) => `/api/event/${event}/statistic`),
    'GET /api/users/me/statistic': { statuses: ofOwnEvent },
    'POST /api/users/me/statistic/:id': [
      {
        statuses: ownedAtHome,
        url: '/api/users/me/statistic/1',
        options: { body: { value: 1, change: 1 } },
      },
      { statuses: signedIn(404), url: '/api/users/me/statistic/4711', options: { body: { value: 1 } } },
    ],
    'POST /api/evidence': { statuses: createdAtHome, options: { body: { statisticId: 1, url: samplePicture, event: home } } },
    // Everybody but the author gets 404.
    'DELETE /api/evidence/:id': { statuses: [401, 401, 404, 404, 204, 404, 404, 404, 404], url: proof },
    'GET /images/evidence/:name': { statuses: everybody(404), url: `/images/evidence/${'n'.repeat(22)}-1x1.webp` },
    'GET /api/feedback': { statuses: [401, 401, 404, 403, 403, 403, 200, 200, 200] },
    'POST /api/feedback': {
      statuses: createdAtHome,
      options: { body: { content: 'Schön war es', event: home } },
    },
    'GET /api/event/:id/participant': [
      { statuses: membersOfHome, url: '/api/event/1/participant?page=&search=' },
      { statuses: membersOfAway, url: '/api/event/2/participant' },
      { statuses: signedIn(404), url: '/api/event/4711/participant' },
    ],
    'GET /api/event/:event/window/older': [
      { statuses: membersOfHome, url: '/api/event/1/window/older?list=posts' },
      { statuses: signedIn(403), url: '/api/event/4711/window/older?list=posts' },
    ],
    'GET /api/event/:event/window/rows': { statuses: membersOfHome, url: '/api/event/1/window/rows?resource=posts&ids=1' },
    'GET /api/event/:event/window/search': { statuses: membersOfHome, url: '/api/event/1/window/search?list=posts&text=x' },
    'POST /api/meetup': { statuses: createdAtHome, options: { body: newMeetup } },
    'GET /api/contactlinks': { statuses: ofOwnEvent },
    'GET /api/faq': { statuses: ofOwnEvent },
    // The row belongs to the server, so to everybody.
    'GET /api/calendar-events': [
      { statuses: signedIn(200) },
      { statuses: signedIn(200), url: '/api/calendar-events?startDate=2026-11-01' },
    ],
    'PUT /api/event/:id/calendar-link': [
      { statuses: membersOfHome, url: '/api/event/1/calendar-link', options: { body: { secret: calendarSecret } } },
      { statuses: membersOfAway, url: '/api/event/2/calendar-link', options: { body: { secret: calendarSecret } } },
    ],
    'DELETE /api/event/:id/calendar-link': [
      { statuses: membersOfHome, url: '/api/event/1/calendar-link' },
      { statuses: membersOfAway, url: '/api/event/2/calendar-link' },
    ],
    'PUT /api/event/:id/agenda-link': [
      { statuses: membersOfHome, url: '/api/event/1/agenda-link', options: { body: { secret: calendarSecret } } },
      { statuses: membersOfAway, url: '/api/event/2/agenda-link', options: { body: { secret: calendarSecret } } },
    ],
    'DELETE /api/event/:id/agenda-link': [
      { statuses: membersOfHome, url: '/api/event/1/agenda-link' },
      { statuses: membersOfAway, url: '/api/event/2/agenda-link' },
    ],
    'GET /api/agenda-feed/:id/:file': [
      { statuses: everybody(200), url: agendaLinkOfAuthor },
      { statuses: everybody(404), url: `/api/agenda-feed/1-3/${'B'.repeat(22)}.ics` },
    ],
    'GET /api/schedule-feed/:id/:file': [
      // The link alone opens it: calendar programs do not sign in.
      { statuses: everybody(200), url: linkOfAuthor },
      { statuses: everybody(404), url: `/api/schedule-feed/1-3/${'B'.repeat(22)}.ics` },
    ],
    'GET /api/sharing': [{ statuses: ofOwnEvent }, { statuses: ofOwnEvent, url: '/api/sharing?type=ride' }],
    'GET /api/sharing/me': { statuses: ofOwnEvent },
    'POST /api/sharing': { statuses: createdAtHome, options: { body: newShare } },
    'PUT /api/sharing/:id': { statuses: changedByAuthor, url: share, options: { body: { title: 'Basel' } } },
    'POST /api/sharing/:id/available': { statuses: changedByAuthor, url: () => share('/available'), options: { body: { change: -1 } } },
    'DELETE /api/sharing/:id': { statuses: removedByAuthor, url: share },
    'GET /images/shares/:name': { statuses: everybody(404), url: `/images/shares/${'n'.repeat(22)}-1x1.webp` },
    'PUT /api/event/:id/read-marks': [
      { statuses: membersOfHome, url: '/api/event/1/read-marks', options: { body: readChat } },
      { statuses: membersOfAway, url: '/api/event/2/read-marks', options: { body: readChat } },
    ],
    'PUT /api/event/:id/seen-changes': [
      { statuses: membersOfHome, url: '/api/event/1/seen-changes', options: { body: seeEntry } },
      { statuses: membersOfAway, url: '/api/event/2/seen-changes', options: { body: seeEntry } },
    ],
    'PUT /api/schedule/:id/mark': { statuses: ownedAtHome, url: scheduled, options: { body: { starred: true } } },
    'PUT /api/post/:id/reaction': { statuses: ownedAtHome, url: reaction, options: { body: { emoji: '👍' } } },
    'DELETE /api/post/:id/reaction': { statuses: ownedAtHome, url: reaction },
    'POST /api/own-entry': { statuses: createdAtHome, options: { body: newOwnEntry } },
    'PUT /api/own-entry/:id': { statuses: ofAuthorAlone, url: ownEntry, options: { body: { place: 'Steg' } } },
    'DELETE /api/own-entry/:id': { statuses: [401, 401, 404, 404, 204, 404, 404, 404, 404], url: ownEntry },
    'PUT /api/meetup/:id/attendance': { statuses: ownedAtHome, url: attendance },
    'DELETE /api/meetup/:id/attendance': { statuses: ownedAtHome, url: attendance },
    'PUT /api/meetup/:id/attendance/reminder': {
      statuses: ownedAtHome,
      url: async () => `${await attendance()}/reminder`,
      options: { body: { remindMinutes: 30 } },
    },
    'PUT /api/meetup/:id': { statuses: changedByAuthor, url: meetup, options: { body: { place: 'Steg' } } },
    'DELETE /api/meetup/:id': { statuses: removedByAuthor, url: meetup },
  };
}
