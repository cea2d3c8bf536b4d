import * as z from 'zod/mini';
import { eventId, filledLine, noArgs, notEmpty, position, safeUrl, text, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** A block of links to the people of an event, or to information about it. */
export const contactLinkRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  title: z.string(),
  subtitle: z.nullable(z.string()),
  /** The position among the blocks of the event, from 1. */
  position: z.int(),
  links: z.array(z.object({ name: z.string(), url: z.string() })),
});

export type ContactLinkBlock = z.infer<typeof contactLinkRow>;

const title = filledLine(limits.titleLength);
const subtitle = z.optional(z.nullable(text(limits.descriptionLength)));
const links = z
  .array(z.strictObject({ name: filledLine(limits.titleLength), url: safeUrl }))
  .check(z.minLength(1), z.maxLength(limits.linksOfBlock));

const createArgs = z.strictObject({ title, subtitle, links, position });

const create: Mutation<ContactLinkBlock, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/contactlinks',
  access: 'event-admin',
  args: createArgs,
  apply: (_row, { id, args, eventId: event }) => ({ id: String(id), eventId: event, ...args, subtitle: args.subtitle ?? null }),
  refused: 'contact_links.create_failed',
};

/** `arrangements` has the order of the blocks. */
const editArgs = z.strictObject({ title: z.optional(title), subtitle, links: z.optional(links) }).check(notEmpty);

const edit: Mutation<ContactLinkBlock, z.infer<typeof editArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/contactlinks/:id',
  access: 'event-admin',
  args: editArgs,
  versioned: true,
  apply: (row, { args }) => row && { ...row, ...args },
  refused: 'contact_links.update_failed',
};

const remove: Mutation<ContactLinkBlock, z.infer<typeof noArgs>> = {
  kind: 'remove',
  method: 'DELETE',
  path: '/api/contactlinks/:id',
  access: 'event-admin',
  args: noArgs,
  versioned: true,
  apply: () => null,
  refused: 'contact_links.delete_failed',
};

export const contactLinks = defineResource({
  name: 'contactLinks',
  row: contactLinkRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+position]'],
  mutations: { create, edit, remove },
});
