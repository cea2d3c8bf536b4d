import * as z from 'zod/mini';
import { eventId, noArgs, uuid } from '../fields.ts';
import { defineResource, type Mutation, type RowId } from '../resource.ts';
import { ownFor } from '../rules/own-in-event.ts';
import { scopeOf } from '../scope.ts';

/** The answer of one person to one meetup. The row stays when they no longer come, because a new one would have to continue its version. */
export const attendanceRow = z.object({
  /** `{meetupId}-{userId}` */
  id: z.string(),
  version: z.int(),
  eventId,
  meetupId: uuid,
  userId: z.int(),
  isIn: z.boolean(),
});

export type Attendance = z.infer<typeof attendanceRow>;

const ownOf = ownFor('meetups');

export const attendanceId = (meetupId: string, userId: number): string => String(ownOf.idOf(meetupId, userId));

export const meetupIn = (id: RowId): string => String(ownOf.nameIn(id));

function answer(method: 'PUT' | 'DELETE', isIn: boolean): Mutation<Attendance, z.infer<typeof noArgs>> {
  return {
    kind: 'change',
    method,
    path: '/api/meetup/:id/attendance',
    access: 'member',
    args: noArgs,
    ownOf,
    apply: (_row, { id, eventId: event, userId }) => ({ id: String(id), eventId: event, meetupId: meetupIn(id), userId, isIn }),
    refused: isIn ? 'attendance.join_failed' : 'attendance.leave_failed',
  };
}

export const attendances = defineResource({
  name: 'attendances',
  row: attendanceRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+meetupId]', '[eventId+userId]'],
  mutations: { join: answer('PUT', true), leave: answer('DELETE', false) },
});
