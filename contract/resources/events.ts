import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

export const eventRow = z.object({
  id: z.int(),
  version: z.int(),
  title: z.string(),
  description: z.string(),
  startDate: instant,
  endDate: instant,
  visible: z.boolean(),
  codeRequired: z.boolean(),
  /** IANA name; wall-clock times of the event are in this zone. */
  timeZone: z.string(),
  /** BCP 47 tag for dates on schedule and photos, or `auto` for the reader's language. */
  dateLocale: z.string(),
  /** Whoever knows it may see the header picture, see `headerPictureOf`. */
  pictureKey: z.string(),
});

export type EventRow = z.infer<typeof eventRow>;

export const events = defineResource({
  name: 'events',
  row: eventRow,
  idType: 'number',
  scopes: (row) => (row.visible ? [scopeOf.all, scopeOf.member(row.id)] : [scopeOf.member(row.id)]),
  indexes: [],
  mutations: {},
});
