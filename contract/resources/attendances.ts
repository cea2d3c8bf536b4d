import * as z from 'zod/mini';
import { eventId, noArgs, reminder, uuid } from '../fields.ts';
import { defineResource, type Mutation, type RuleContext, type Unversioned } from '../resource.ts';
import { meetupOfAttendance, ownForMeetup } from '../rules/own-rows.ts';
import { reminderOf } from '../rules/reminders.ts';
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
  /** As in a mark. Optional: an app stores rows that it received before this field existed. */
  remindMinutes: z.optional(z.nullable(z.int())),
});

export type Attendance = z.infer<typeof attendanceRow>;

/** Returns the answer before a command: a person without one does not come. */
function answerIn(row: Attendance | null, context: Pick<RuleContext<unknown>, 'id' | 'eventId' | 'userId'>): Unversioned<Attendance> {
  const { id, eventId: event, userId } = context;
  const before: Unversioned<Attendance> = row ?? { id: String(id), eventId: event, meetupId: meetupOfAttendance(id), userId, isIn: false };
  return { ...before, remindMinutes: reminderOf(before) };
}

function answer(method: 'PUT' | 'DELETE', isIn: boolean): Mutation<Attendance, z.infer<typeof noArgs>> {
  return {
    kind: 'change',
    method,
    path: '/api/meetup/:id/attendance',
    access: 'member',
    args: noArgs,
    ownOf: ownForMeetup,
    apply: (row, context) => ({ ...answerIn(row, context), isIn }),
    refused: isIn ? 'attendance.join_failed' : 'attendance.leave_failed',
  };
}

const remindArgs = z.strictObject({ remindMinutes: reminder });

/** A command of its own, because a choice that arrives late must not join a meetup again that the person has left. */
const remind: Mutation<Attendance, z.infer<typeof remindArgs>> = {
  kind: 'change',
  method: 'PUT',
  path: '/api/meetup/:id/attendance/reminder',
  access: 'member',
  args: remindArgs,
  ownOf: ownForMeetup,
  apply: (row, context) => ({ ...answerIn(row, context), ...context.args }),
  refused: 'attendance.remind_failed',
};

export const attendances = defineResource({
  name: 'attendances',
  row: attendanceRow,
  idType: 'string',
  scopes: (row) => [scopeOf.event(row.eventId)],
  indexes: ['[eventId+meetupId]', '[eventId+userId]'],
  mutations: { join: answer('PUT', true), leave: answer('DELETE', false), remind },
});
