import * as z from 'zod/mini';
import { type ArrangedList, arrangementId, lists, type Place } from '../rules/arranged.ts';
import { eventId, position, text, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation, type OwnOf } from '../resource.ts';
import { scopeOf } from '../scope.ts';

const place = z.object({ id: uuid, position: z.int() });

/**
 * The order of one list of an event, as one row: changed as a whole, and a stale version is a conflict. Rows without a place keep their own
 * position, see `arranged`.
 */
export const arrangementRow = z.object({
  /** `{eventId}-{list}` */
  id: z.string(),
  version: z.int(),
  eventId,
  list: z.enum(lists),
  places: z.array(place),
});

export type Arrangement = z.infer<typeof arrangementRow>;

const few = [z.minLength(1), z.maxLength(limits.arranged)] as const;

function ownOfEvent(list: ArrangedList): OwnOf {
  return { resource: 'events', idOf: (event) => arrangementId(Number(event), list), nameIn: (id) => Number(String(id).split('-')[0]) };
}

/** A partial order leaves the other places. The row keeps the latest places, because deleted rows keep theirs. */
function arrange(row: Arrangement | null, list: ArrangedList, event: number, given: readonly Place[]): Omit<Arrangement, 'version'> {
  const named = new Map(given.map(({ id, position: at }) => [id, at]));
  const kept = (row?.places ?? []).filter(({ id }) => !named.has(id));
  return {
    id: arrangementId(event, list),
    eventId: event,
    list,
    places: [...kept, ...[...named].map(([id, at]) => ({ id, position: at }))].slice(-limits.arranged),
  };
}

/** Other fields of an entry of the menu or the home screen are accepted and ignored. */
const menuUpdates = z.array(z.strictObject({ id: uuid, position, sectionNumber: z.optional(z.int()) })).check(...few);
const homeUpdates = z
  .array(
    z.strictObject({
      id: uuid,
      position,
      homeScreenNumber: z.optional(z.int()),
      moduleId: z.optional(z.int()),
      settings: z.optional(z.nullable(text())),
    }),
  )
  .check(...few);
const positions = z.array(z.strictObject({ id: uuid, position })).check(...few);

const menuArgs = z.strictObject({ updates: menuUpdates });
const homeArgs = z.strictObject({ updates: homeUpdates });
const positionsArgs = z.strictObject({ positions });

const menu: Mutation<Arrangement, z.infer<typeof menuArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/event/:id/menu/bulk',
  access: 'event-admin',
  args: menuArgs,
  versioned: true,
  ownOf: ownOfEvent('menu'),
  argsFrom: ({ places = [] }) => ({ updates: places }),
  apply: (row, { args, eventId: event }) => arrange(row, 'menu', event, args.updates),
  refused: 'admin_menu_save_error',
};

const home: Mutation<Arrangement, z.infer<typeof homeArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/event/:id/homescreen/bulk',
  access: 'event-admin',
  args: homeArgs,
  versioned: true,
  ownOf: ownOfEvent('home'),
  argsFrom: ({ places = [] }) => ({ updates: places }),
  apply: (row, { args, eventId: event }) => arrange(row, 'home', event, args.updates),
  refused: 'admin_homescreen_save_error',
};

const linkBlocks: Mutation<Arrangement, z.infer<typeof positionsArgs>> = {
  kind: 'change',
  method: 'PATCH',
  path: '/api/contactlinks/positions',
  access: 'event-admin',
  args: positionsArgs,
  versioned: true,
  ownOf: ownOfEvent('contactLinks'),
  argsFrom: ({ places = [] }) => ({ positions: places }),
  apply: (row, { args, eventId: event }) => arrange(row, 'contactLinks', event, args.positions),
  refused: 'contact_links.save_failed',
};

const questions: Mutation<Arrangement, z.infer<typeof positionsArgs>> = {
  ...linkBlocks,
  path: '/api/faq/positions',
  ownOf: ownOfEvent('faqEntries'),
  apply: (row, { args, eventId: event }) => arrange(row, 'faqEntries', event, args.positions),
  refused: 'admin_faq.order_failed',
};

export const arrangements = defineResource({
  name: 'arrangements',
  row: arrangementRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: [],
  omittedFromLossReport: 'all',
  mutations: { menu, home, contactLinks: linkBlocks, faqEntries: questions },
});
