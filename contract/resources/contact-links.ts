import * as z from 'zod/mini';
import { eventId, uuid } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** A block of links by which an event's people can be reached, or something about it be read. */
export const contactLinkRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  title: z.string(),
  subtitle: z.nullable(z.string()),
  /** Its place among the blocks of the event, from 1. */
  position: z.int(),
  links: z.array(z.object({ name: z.string(), url: z.string() })),
});

export type ContactLinkBlock = z.infer<typeof contactLinkRow>;

export const contactLinks = defineResource({
  name: 'contactLinks',
  row: contactLinkRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+position]'],
  mutations: {},
});
