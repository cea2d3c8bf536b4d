import * as z from 'zod/mini';
import { eventId, filledLine, instant, noArgs, notEmpty, text, uuid } from '../fields.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

export const announcementRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  title: z.string(),
  content: z.string(),
  active: z.boolean(),
  /** Prevents a second push when it is activated again. */
  notificationSent: z.boolean(),
  /** The time of the last activation; null if never or not recorded. */
  activatedAt: z.nullable(instant),
  order: z.int(),
});

export type Announcement = z.infer<typeof announcementRow>;

type Nothing = z.infer<typeof noArgs>;

const createArgs = z.strictObject({ title: filledLine(), content: text() });

const create: Mutation<Announcement, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/announcement',
  access: 'event-admin',
  args: createArgs,
  apply: (_row, { id, args, eventId: event, order }) => ({
    id: String(id),
    eventId: event,
    ...args,
    active: false,
    notificationSent: false,
    activatedAt: null,
    order,
  }),
  refused: 'announcements.create_failed',
};

const editArgs = z.strictObject({ title: z.optional(filledLine()), content: z.optional(text()) }).check(notEmpty);

const edit: Mutation<Announcement, z.infer<typeof editArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/announcement/:id',
  access: 'event-admin',
  args: editArgs,
  versioned: true,
  apply: (row, { args }) => row && { ...row, ...args },
  refused: 'announcements.update_failed',
};

const activate: Mutation<Announcement, Nothing> = {
  kind: 'change',
  method: 'POST',
  path: '/api/announcement/:id/activate',
  access: 'event-admin',
  args: noArgs,
  publishes: true,
  apply: (row, { now }) => row && { ...row, active: true, notificationSent: true, activatedAt: now },
  refused: 'announcements.update_failed',
};

const deactivate: Mutation<Announcement, Nothing> = {
  kind: 'change',
  method: 'POST',
  path: '/api/announcement/:id/deactivate',
  access: 'event-admin',
  args: noArgs,
  apply: (row) => row && { ...row, active: false },
  refused: 'announcements.update_failed',
};

/** Only event admins see inactive announcements. */
export const announcements = defineResource({
  name: 'announcements',
  row: announcementRow,
  idType: 'string',
  scopes: (row) => (row.active ? [scopeOf.event(row.eventId), scopeOf.eventAdmin(row.eventId)] : [scopeOf.eventAdmin(row.eventId)]),
  indexes: ['[eventId+order]'],
  watched: ['title', 'content', 'active'],
  mutations: { create, edit, activate, deactivate },
});
