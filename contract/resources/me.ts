import * as z from 'zod/mini';
import { defineResource } from '../resource.ts';
import { scopeOf } from '../scope.ts';

const role = z.enum(['user', 'admin']);
const eventRole = z.enum(['participant', 'admin']);

/** The person who is signed in; one row in their own scope. */
export const meRow = z.object({
  id: z.int(),
  version: z.int(),
  email: z.string(),
  name: z.string(),
  image: z.nullable(z.string()),
  role,
  activeEventId: z.nullable(z.int()),
  memberships: z.array(z.object({ eventId: z.int(), role: eventRole })),
  whatsapp: z.nullable(z.string()),
  instagram: z.nullable(z.string()),
  linkedin: z.nullable(z.string()),
});

export type Me = z.infer<typeof meRow>;

export const me = defineResource({
  name: 'me',
  row: meRow,
  idType: 'number',
  scopes: (row) => [scopeOf.user(row.id)],
  indexes: [],
  mutations: {},
});
