import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { eventId, instant, noArgs, text, uuid } from '../fields.ts';
import { reportable, reportedContent } from '../rules/reported-content.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';
import { limits } from '../limits.ts';

/** Reasons of a report, as in the translation keys. */
export const reportReasons = ['spam', 'insult', 'picture_of_me', 'dangerous', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** A report as its author sees it. Organisers get another row, which does not name the author. */
export const ownReportRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  authorId: z.int(),
  resource: z.enum(reportable),
  rowId: uuid,
  reason: z.enum(reportReasons),
  text: z.string(),
  /** The content as shown on the device of the author; null after the reported person erased their account. */
  seen: z.nullable(reportedContent),
  /** Equals `authorId` in `seen`; a column of its own for erasures. */
  subjectId: z.nullable(z.int()),
  createdAt: instant,
});

export type OwnReport = z.infer<typeof ownReportRow>;

const reportArgs = z.strictObject({
  resource: z.enum(reportable),
  rowId: uuid,
  reason: z.enum(reportReasons),
  text: z.optional(text(limits.descriptionLength)),
  seen: reportedContent,
});

const wrong = (path: string, message: string): never => {
  throw new Refusal('invalid', { issues: [{ path, message }] });
};

const createReport: Mutation<OwnReport, z.infer<typeof reportArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/report',
  access: 'member',
  args: reportArgs,
  apply: (_row, { id, args: { text: words = '', ...args }, eventId: event, userId, now }) => {
    if (args.seen.authorId === userId) wrong('seen.authorId', 'oneself');
    if (args.reason === 'other' && words.trim() === '') wrong('text', 'blank');
    // A report keeps only a picture of its own kind.
    const { picture } = args.seen;
    if (picture !== null && !picture.startsWith(`/images/${args.resource}/`)) wrong('seen.picture', 'picture');
    return { id: String(id), eventId: event, authorId: userId, ...args, text: words, subjectId: args.seen.authorId, createdAt: now };
  },
  refused: 'report.failed',
};

export const ownReports = defineResource({
  name: 'ownReports',
  row: ownReportRow,
  idType: 'string',
  scopes: (row) => [scopeOf.user(row.authorId)],
  indexes: [],
  mutations: { create: createReport },
});

/** A report as organisers see it. It does not name its author, because the reported person may be an organiser. */
export const reportRow = z.object({
  /** The id of the author's own report. */
  id: uuid,
  version: z.int(),
  eventId,
  resource: z.enum(reportable),
  rowId: uuid,
  reason: z.enum(reportReasons),
  /** The words of the author of the report; blank after their account was erased. */
  text: z.string(),
  /** The author of the content; null after their account was erased, which deletes the words too. */
  subjectId: z.nullable(z.int()),
  snapshot: z.nullable(z.pick(reportedContent, { title: true, text: true, startDate: true })),
  /** The picture of the content, which stays while the report is open, even if the content is deleted. */
  picture: z.nullable(z.string()),
  /**
   * The origin of the words: the server, or only the reporter's device, because the content was deleted before (`seen`) or because the
   * server has no trace of it (`unverified`).
   */
  source: z.enum(['stored', 'seen', 'unverified']),
  state: z.enum(['open', 'removed', 'dismissed']),
  decidedBy: z.nullable(z.int()),
  createdAt: instant,
});

export type Report = z.infer<typeof reportRow>;

type NoArgs = z.infer<typeof noArgs>;

const decide = { kind: 'change', method: 'POST', access: 'event-admin', args: noArgs, refused: 'admin_reports.decide_failed' } as const;

/**
 * Both decisions release the picture: removed content must be deleted, and dismissed content stays. A removal is final, since the content
 * is deleted; of two equal decisions the first counts. So organisers never get a conflict.
 */
const dismiss: Mutation<Report, NoArgs> = {
  ...decide,
  path: '/api/report/:id/dismiss',
  apply: (row, { userId }) => {
    refuseSubject(row, userId);
    return row?.state === 'open' ? { ...row, state: 'dismissed', picture: null, decidedBy: userId } : row;
  },
};

/** The server deletes the content too; a device removes it at once by the `remove` of its own resource. */
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
  omittedFromLossReport: 'all',
  keepsPicture: 'picture',
  mutations: { dismiss, remove },
});
