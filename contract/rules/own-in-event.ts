import type { OwnOf } from '../resource.ts';

/** At most one row for each person in an event. */
export const ownInEvent: OwnOf = {
  resource: 'events',
  idOf: (event, userId) => `${event}-${userId}`,
  nameIn: (id) => Number(String(id).split('-')[0]),
};
