import { membersOfAway, membersOfHome, ofOwnEvent, type Row, type Statuses } from './callers.ts';

/** Who does not date there sees nobody who does: of these callers author and orga do. */
const datesHere: Statuses = [401, 401, 404, 403, 200, 403, 200, 403, 403];
/** About author, who cannot rate themselves, by who is active at home; what is sent elsewhere is not there. */
const ratesAuthor: Statuses = [401, 401, 403, 200, 400, 403, 200, 403, 200];

/** What people say about dating, with what each caller is answered: each says it of themselves. */
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
    // Nobody is there whom they could mean.
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
    // Those who are active elsewhere mean nobody there.
    statuses: [401, 401, 404, 200, 400, 404, 200, 404, 200],
    options: { body: { ratedParticipantId: '1-3', rating: 0 } },
    changesCallers: true,
  },
  'DELETE /api/dating': { statuses: ofOwnEvent, changesCallers: true },
  'GET /api/dating/matches': { statuses: ofOwnEvent },
};
