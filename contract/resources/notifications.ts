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
  /** Optional like the fields below: an app stores rows that it received before these existed. On if absent. */
  agenda: z.optional(z.boolean()),
  mentions: z.optional(z.boolean()),
  /** The quiet hours, in minutes of the day in the zone of the event; null, or equal, for none. */
  quietFrom: z.optional(z.nullable(z.int())),
  quietTo: z.optional(z.nullable(z.int())),
});

export type NotificationSettings = z.infer<typeof notificationsRow>;

/** The topics that a person can turn off. */
export const notificationTopics = ['general', 'chats', 'mentions', 'meetups', 'pictures', 'agenda'] as const;

export type NotificationSetting = (typeof notificationTopics)[number];

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(24 * 60 - 1));

const saveArgs = z
  .strictObject({
    general: z.optional(z.boolean()),
    chats: z.optional(z.boolean()),
    meetups: z.optional(z.boolean()),
    pictures: z.optional(z.boolean()),
    agenda: z.optional(z.boolean()),
    mentions: z.optional(z.boolean()),
    quietFrom: z.optional(z.nullable(minuteOfDay)),
    quietTo: z.optional(z.nullable(minuteOfDay)),
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
