import * as z from 'zod/mini';
import { endpoint } from './core.ts';
import { instant } from '../fields.ts';

/** What is told of admins and their doings: read online by global admins alone, and by nobody's mirror. */

/** Resources whose changes by commands are told; their descriptors say which fields are told with them. */
export const auditedResources = ['events', 'modules', 'menuEntries', 'homeEntries', 'arrangements', 'codes'] as const;

/** What an entry is about, which is also what may be asked for. */
export const auditSubjects = [...auditedResources, 'roles', 'memberships', 'content', 'sessions', 'resetLinks', 'people'] as const;
export type AuditSubject = (typeof auditSubjects)[number];

export type AuditKind =
  | `${(typeof auditedResources)[number]}.${'created' | 'changed' | 'removed'}`
  | 'roles.changed'
  | 'memberships.changed'
  | 'memberships.letBackIn'
  | 'content.removed'
  | 'sessions.ended'
  | 'resetLinks.made'
  | 'resetLinks.madeWithoutFactor'
  | 'people.erased';

const named = z.object({ id: z.int(), name: z.string() });

/** People are told by their names of now; who has left for good is null, like the operator at the server itself, whom `details.by` tells. */
export const auditEntry = z.object({
  id: z.int(),
  at: instant,
  kind: z.string(),
  actor: z.nullable(named),
  /** Whom it was done to. */
  person: z.nullable(named),
  /** `title` null for an event that is not there any more. */
  event: z.nullable(z.object({ id: z.int(), title: z.nullable(z.string()) })),
  /** The row, as `codes:0192…`. */
  subject: z.nullable(z.string()),
  /** The name of the module that `details` names by its number. */
  module: z.nullable(z.string()),
  /** `fields` names what changed; beside it are values that say nothing about people. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const pagination = z.object({ currentPage: z.int(), totalPages: z.int(), totalCount: z.int() });
export type PageInfo = z.infer<typeof pagination>;

/** Newest first. `kind` is a subject, `event` and `user` are ids, `from` and `to` instants of which the second is left out; `events` are those that may be asked for. */
export const auditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'global-admin',
  answer: z.object({ entries: z.array(auditEntry), events: z.array(z.object({ id: z.int(), title: z.string() })), pagination }),
});
export type AuditLog = z.infer<typeof auditLog.answer>;
