import * as z from 'zod/mini';
import { notEmpty } from '../fields.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** The push settings of a person; the id is the user id. */
export const notificationsRow = z.object({
  id: z.int(),
  version: z.int(),
  general: z.boolean(),
  chats: z.boolean(),
  meetups: z.boolean(),
  pictures: z.boolean(),
});

export type NotificationSettings = z.infer<typeof notificationsRow>;

export type NotificationSetting = keyof Omit<NotificationSettings, 'id' | 'version'>;

const saveArgs = z
  .strictObject({
    general: z.optional(z.boolean()),
    chats: z.optional(z.boolean()),
    meetups: z.optional(z.boolean()),
    pictures: z.optional(z.boolean()),
  })
  .check(notEmpty);

const save: Mutation<NotificationSettings, z.infer<typeof saveArgs>> = {
  kind: 'change',
  method: 'POST',
  path: '/api/notification',
  access: 'signed-in',
  args: saveArgs,
  apply: (row, { args }) => row && { ...row, ...args },
  refused: 'notification_update_error',
};

export const notifications = defineResource({
  name: 'notifications',
  row: notificationsRow,
  idType: 'number',
  scopes: (row) => [scopeOf.user(row.id)],
  indexes: [],
  mutations: { save },
});
