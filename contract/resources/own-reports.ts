import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { eventId, instant, text, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { reportable, reportedContent } from '../rules/reported-content.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

/** Why somebody reports something, by the keys of its name in the texts. */
export const reportReasons = ['spam', 'insult', 'picture_of_me', 'dangerous', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** That somebody reported something, seen by nobody but them: the organisers get a row of their own, which does not name them. */
export const ownReportRow = z.object({
  id: uuid,
  version: z.int(),
  eventId,
  authorId: z.int(),
  resource: z.enum(reportable),
  rowId: uuid,
  reason: z.enum(reportReasons),
  text: z.string(),
  /** As their device showed it; null where that person has left for good. */
  seen: z.nullable(reportedContent),
  /** The same as `authorId` in `seen`, which an erasure has to find. */
  subjectId: z.nullable(z.int()),
  createdAt: instant,
});

export type OwnReport = z.infer<typeof ownReportRow>;

const createArgs = z.strictObject({
  resource: z.enum(reportable),
  rowId: uuid,
  reason: z.enum(reportReasons),
  text: z.optional(text(limits.descriptionLength)),
  seen: reportedContent,
});

const wrong = (path: string, message: string): never => {
  throw new Refusal('invalid', { issues: [{ path, message }] });
};

const create: Mutation<OwnReport, z.infer<typeof createArgs>> = {
  kind: 'create',
  method: 'POST',
  path: '/api/report',
  access: 'member',
  args: createArgs,
  apply: (_row, { id, args: { text: words = '', ...args }, eventId: event, userId, now }) => {
    if (args.seen.authorId === userId) wrong('seen.authorId', 'oneself');
    if (args.reason === 'other' && words.trim() === '') wrong('text', 'blank');
    // A report keeps no picture but of its own kind.
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
  mutations: { create },
});
