import * as z from 'zod/mini';
import { Refusal } from '../errors.ts';
import { eventId, instant, text, uuid } from '../fields.ts';
import { limits } from '../limits.ts';
import { reportable, reportedContent } from '../rules/reported-content.ts';
import { defineResource, type Mutation } from '../resource.ts';
import { scopeOf } from '../scope.ts';

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
  mutations: { create },
});
