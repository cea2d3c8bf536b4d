import type { OwnOf } from '../resource.ts';

/** At most one row for each person in an event. */
export const ownInEvent: OwnOf = {
  resource: 'events',
  idOf: (event, userId) => `${event}-${userId}`,
  nameIn: (id) => Number(String(id).split('-')[0]),
};

/** At most one row for each person and row of another resource whose ids are texts. */
export const ownFor = (resource: string): OwnOf => ({
  resource,
  idOf: (named, userId) => `${named}-${userId}`,
  nameIn: (id) => String(id).slice(0, String(id).lastIndexOf('-')),
});
