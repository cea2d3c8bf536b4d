import * as z from 'zod/mini';
import { canonicalEmail, emailAddress, line, notEmpty, picture, text } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

const role = z.enum(['user', 'admin']);
const eventRole = z.enum(['participant', 'admin']);

/** The signed-in user: one row in their own scope. */
export const meRow = z.object({
  id: z.int(),
  version: z.int(),
  email: z.string(),
  /** Empty until given. */
  name: z.string(),
  /** A link, or null for none; on the device until it is sent, the name of the picture's bytes. */
  image: z.nullable(z.string()),
  role,
  activeEventId: z.nullable(z.int()),
  memberships: z.array(z.object({ eventId: z.int(), role: eventRole })),
  whatsapp: z.nullable(z.string()),
  instagram: z.nullable(z.string()),
  linkedin: z.nullable(z.string()),
  /** True if a one-time code must follow the password. Missing in old rows, like the next: then it is off. */
  secondFactor: z.optional(z.boolean()),
  recoveryCodesLeft: z.optional(z.int()),
  /** True if the address was confirmed by a mailed link; missing on a device that has not received it. */
  emailVerified: z.optional(z.boolean()),
  /** The address that opens the account while it differs from `email`; missing if they are equal. */
  signInEmail: z.optional(z.string()),
});

export type Me = z.infer<typeof meRow>;

const contact = z.optional(z.nullable(text(limits.titleLength)));

const saveArgs = z
  .strictObject({
    name: z.optional(line(limits.titleLength)),
    email: z.optional(emailAddress),
    image: z.optional(z.nullable(picture)),
    whatsapp: contact,
    instagram: contact,
    linkedin: contact,
  })
  .check(notEmpty);

export type ProfileChange = z.infer<typeof saveArgs>;

/** A blank value counts as none. */
const filled = (value: string | null): string | null => value?.trim() || null;

/** A new address is shown at once. The previous one opens the account until the new one is confirmed and proved. */
function withAddress({ email: before, signInEmail = before }: Me, email: string): Pick<Me, 'email' | 'emailVerified' | 'signInEmail'> {
  return { email, emailVerified: false, signInEmail: email === signInEmail ? undefined : signInEmail };
}

const save: Mutation<Me, ProfileChange> = {
  kind: 'change',
  method: 'POST',
  path: '/api/users/me',
  access: 'signed-in',
  args: saveArgs,
  picture: 'image',
  apply: (row, { args }) =>
    row && {
      ...row,
      ...(args.name === undefined ? {} : { name: args.name.trim() }),
      ...(args.email === undefined || canonicalEmail(args.email) === row.email ? {} : withAddress(row, canonicalEmail(args.email))),
      ...(args.image === undefined ? {} : { image: args.image }),
      ...(args.whatsapp === undefined ? {} : { whatsapp: filled(args.whatsapp) }),
      ...(args.instagram === undefined ? {} : { instagram: filled(args.instagram) }),
      ...(args.linkedin === undefined ? {} : { linkedin: filled(args.linkedin) }),
    },
  refused: 'profile.save_failed',
};

export const me = defineResource({
  name: 'me',
  row: meRow,
  idType: 'number',
  scopes: (row) => [scopeOf.user(row.id)],
  indexes: [],
  pictures: { folder: 'people', field: 'image' },
  mutations: { save },
});
