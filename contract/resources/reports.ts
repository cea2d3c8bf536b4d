import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { eventId, instant, uuid } from '../fields.ts';
import { reportable, reportedContent } from '../rules/reported-content.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';
import { reportReasons } from './own-reports.ts';

/** What organisers get of a report, each report a row. Who made it is not in it: whom it is about may be one of them. */
export const reportRow = z.object({
  /** That of the report that its author has. */
  id: uuid,
  version: z.int(),
  eventId,
  resource: z.enum(reportable),
  rowId: uuid,
  reason: z.enum(reportReasons),
  /** What the reporter says beside it; blank once they have left for good. */
  text: z.string(),
  /** Whose content it is; null where they have left for good, as their words then are. */
  subjectId: z.nullable(z.int()),
  snapshot: z.nullable(z.pick(reportedContent, { title: true, text: true, startDate: true })),
  /** Its picture, which stays as long as the report is open, whatever becomes of the content. */
  picture: z.nullable(z.string()),
  /**
   * The origin of the words: the server, or only the reporter's device, because the content was deleted before (`seen`) or because the server
   * has no trace of it (`unverified`).
   */
  source: z.enum(['stored', 'seen', 'unverified']),
  state: z.enum(['open', 'removed', 'dismissed']),
  decidedBy: z.nullable(z.int()),
  createdAt: instant,
});

export type Report = z.infer<typeof reportRow>;

const noArgs = z.strictObject({});
type NoArgs = z.infer<typeof noArgs>;

const decide = { kind: 'change', method: 'POST', access: 'event-admin', args: noArgs, refused: 'admin_reports.decide_failed' } as const;

/**
 * Both decisions let go of the picture: what is removed must be gone, and what is dismissed stands where it stood. Removed is the last word,
 * since the content is gone with it; of two who decide alike the first one did. So no two organisers have to be asked.
 */
const dismiss: Mutation<Report, NoArgs> = {
  ...decide,
  path: '/api/report/:id/dismiss',
  apply: (row, { userId }) => {
    refuseSubject(row, userId);
    return row?.state === 'open' ? { ...row, state: 'dismissed', picture: null, decidedBy: userId } : row;
  },
};

/** The content goes with it on the server; a device takes it away at once by the `remove` of its own resource. */
const remove: Mutation<Report, NoArgs> = {
  ...decide,
  path: '/api/report/:id/remove',
  apply: (row, { userId }) => {
    refuseSubject(row, userId);
    return row && row.state !== 'removed' ? { ...row, state: 'removed', picture: null, decidedBy: userId } : row;
  },
};

/** Nobody is judge of their own case. */
function refuseSubject(row: Report | null, userId: number): void {
  if (row?.subjectId === userId) throw new Refusal('forbidden');
}

export const reports = defineResource({
  name: 'reports',
  row: reportRow,
  idType: 'string',
  scopes: (row) => [scopeOf.eventAdmin(row.eventId)],
  indexes: ['[eventId+createdAt]'],
  untold: 'all',
  keepsPicture: 'picture',
  mutations: { dismiss, remove },
});
