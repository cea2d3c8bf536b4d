import * as z from 'zod/mini';
import { canonicalEmail, emailAddress, line, notEmpty, picture, text } from '../fields.ts';
import { limits } from '../limits.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

const role = z.enum(['user', 'admin']);
const eventRole = z.enum(['participant', 'admin']);

/** The person who is signed in; one row in their own scope. */
export const meRow = z.object({
  id: z.int(),
  version: z.int(),
  email: z.string(),
  /** Empty until the person has given one. */
  name: z.string(),
  /** A link, or null for none; on the device, until it is sent, the name of the picture's bytes. */
  image: z.nullable(z.string()),
  role,
  activeEventId: z.nullable(z.int()),
  memberships: z.array(z.object({ eventId: z.int(), role: eventRole })),
  whatsapp: z.nullable(z.string()),
  instagram: z.nullable(z.string()),
  linkedin: z.nullable(z.string()),
  /** Whether a one-time code has to follow the password. Missing in rows of before, like the next: then none has. */
  secondFactor: z.optional(z.boolean()),
  /** How many recovery codes have not been used. */
  recoveryCodesLeft: z.optional(z.int()),
  /** Whether a link was opened that was sent to the address; unknown to a device that has not heard of it yet. */
  emailVerified: z.optional(z.boolean()),
  /** The address that opens the account, as long as `email` does not; missing if `email` does. */
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

/** What is blank is not there. */
const filled = (value: string | null): string | null => value?.trim() || null;

/** A new address is shown at once. The one before opens the account until the new one is confirmed and proved. */
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
