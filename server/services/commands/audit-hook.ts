import type { AuditKind, auditedResources } from '#contract/endpoints/audit.ts';
import { type BaseRow, entityKey } from '#contract/resource.ts';
import { resourceNamed } from '#contract/resources.ts';
import { descriptorOf } from '#server/resources/catalogue/descriptors.ts';
import type { AuditEntry } from '#server/store/accounts/audit-log.ts';
import { audit } from '../audit/audit.ts';
import type { RowChange } from '../feed/change-log.ts';
import type { BeforeCommit } from './hooks.ts';
import { eventOf } from './policy.ts';

export const auditHook: BeforeCommit = async (trx, changes, now) => {
  for (const change of changes) {
    const entry = entryOf(change);
    if (entry) await audit(trx, now, entry);
  }
  return null;
};

/** Returns null for resources without audit, and for changes of nothing but the version. */
function entryOf({ resource, rowBefore, rowAfter, keyUser }: RowChange): AuditEntry | null {
  const { audited } = descriptorOf(resource);
  const row = rowAfter ?? rowBefore;
  if (!audited || !row) return null;
  const fields = rowBefore && rowAfter ? changedFields(rowBefore, rowAfter) : null;
  if (fields?.length === 0) return null;
  const done = fields ? 'changed' : rowAfter ? 'created' : 'removed';
  const values = new Map<string, unknown>(Object.entries(row));
  const loggedValues = Object.fromEntries(audited.map((field) => [field, values.get(field)]));
  return {
    kind: `${resource as (typeof auditedResources)[number]}.${done}` satisfies AuditKind,
    actorId: keyUser ?? null,
    eventId: eventOf(resourceNamed(resource), row) ?? null,
    subject: entityKey({ resource, id: row.id }),
    details: { ...loggedValues, ...(fields && { fields }) },
  };
}

function changedFields(before: BaseRow, after: BaseRow): string[] {
  const values = new Map(Object.entries(before));
  return Object.entries(after)
    .filter(([field, value]) => field !== 'version' && JSON.stringify(values.get(field)) !== JSON.stringify(value))
    .map(([field]) => field);
}
