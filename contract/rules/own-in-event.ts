import type { OwnOf } from '../resource.ts';

/** Each person has at most one row of a kind in an event. */
export const ownInEvent: OwnOf = {
  resource: 'events',
  idOf: (event, userId) => `${event}-${userId}`,
  nameIn: (id) => Number(String(id).split('-')[0]),
};
