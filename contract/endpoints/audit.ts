import * as z from 'zod/mini';
import { endpoint } from './core.ts';
import { instant } from '../fields.ts';

/** The audit log of admins' actions: read online by global admins only, never mirrored. */

/** Resources whose changes by commands are logged. Their descriptors name the fields that are logged. */
export const auditedResources = ['events', 'modules', 'menuEntries', 'homeEntries', 'arrangements', 'codes'] as const;

/** The subject of an entry, also the value of the filter. */
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

/** Names are the current ones. An erased account is null, and so is the operator at the server itself, whom `details.by` names. */
export const auditEntry = z.object({
  id: z.int(),
  at: instant,
  kind: z.string(),
  actor: z.nullable(named),
  person: z.nullable(named),
  /** `title` is null for a deleted event. */
  event: z.nullable(z.object({ id: z.int(), title: z.nullable(z.string()) })),
  /** The row, as `codes:0192…`. */
  subject: z.nullable(z.string()),
  /** The name of the module that `details` refers to by number. */
  module: z.nullable(z.string()),
  /** `fields` names the changed fields; other keys hold values without personal data. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const pagination = z.object({ currentPage: z.int(), totalPages: z.int(), totalCount: z.int() });
export type PageInfo = z.infer<typeof pagination>;

/**
 * Newest first. `kind` is a subject, `event` and `user` are ids, `from` (inclusive) and `to` (exclusive) are instants; `events` lists the
 * values of the filter.
 */
export const auditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'global-admin',
  answer: z.object({ entries: z.array(auditEntry), events: z.array(z.object({ id: z.int(), title: z.string() })), pagination }),
});
export type AuditLog = z.infer<typeof auditLog.answer>;
