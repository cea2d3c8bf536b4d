import { membersOfAway, membersOfHome, ofOwnEvent, type Row, type Statuses } from './callers.ts';

/** Only people who opted in see each other; of these callers author and orga did. */
const datesHere: Statuses = [401, 401, 404, 403, 200, 403, 200, 403, 403];
/** Ratings of author, who cannot rate themself, by callers active at home; the row is missing for callers active elsewhere. */
const ratesAuthor: Statuses = [401, 401, 403, 200, 400, 403, 200, 403, 200];

/** Dating routes, with the status for each caller, who acts for themself. */
export const datingRows: Record<string, Row | readonly Row[]> = {
  'PUT /api/event/:id/dating/interests': [
    { statuses: membersOfHome, url: '/api/event/1/dating/interests', options: { body: { interests: [] } }, changesCallers: true },
    { statuses: membersOfAway, url: '/api/event/2/dating/interests', options: { body: { interests: [] } } },
  ],
  'POST /api/event/:id/dating/interests': {
    statuses: membersOfHome,
    url: '/api/event/1/dating/interests',
    options: { body: { interestI18N: 'dating.interest.sex' } },
    changesCallers: true,
  },
  'POST /api/event/:id/dating/ratings': [
    { statuses: ratesAuthor, url: '/api/event/1/dating/ratings', options: { body: { ratedParticipantId: '1-3', rating: 1 } } },
    // The event has no person to rate.
    {
      statuses: [401, 401, 404, 404, 404, 404, 404, 404, 404],
      url: '/api/event/2/dating/ratings',
      options: { body: { ratedParticipantId: '1-3', rating: 1 } },
    },
  ],
  'DELETE /api/event/:id/dating/ratings': { statuses: membersOfHome, url: '/api/event/1/dating/ratings', changesCallers: true },
  'DELETE /api/event/:id/dating': { statuses: membersOfHome, url: '/api/event/1/dating', changesCallers: true },
  'GET /api/dating/interest': { statuses: ofOwnEvent },
  'POST /api/dating/interest': {
    statuses: ofOwnEvent,
    options: { body: { interestI18N: 'dating.interest.relationship' } },
    changesCallers: true,
  },
  'DELETE /api/dating/interest': { statuses: ofOwnEvent, changesCallers: true },
  'GET /api/dating': [{ statuses: datesHere }, { statuses: datesHere, url: '/api/dating?rating=-1&page=2' }],
  'POST /api/dating': {
    // A caller active elsewhere names a person who is not there.
    statuses: [401, 401, 404, 200, 400, 404, 200, 404, 200],
    options: { body: { ratedParticipantId: '1-3', rating: 0 } },
    changesCallers: true,
  },
  'DELETE /api/dating': { statuses: ofOwnEvent, changesCallers: true },
  'GET /api/dating/matches': { statuses: ofOwnEvent },
};
