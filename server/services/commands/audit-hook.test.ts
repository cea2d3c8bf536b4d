import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditedResources } from '#contract/endpoints/audit.ts';
import type { BaseRow } from '#contract/resource.ts';
import { buildCamp, codeOf, home, people } from '#tests/fixtures/camp.ts';
import type { AnyDescriptor } from '#server/resources/definition/descriptor.ts';
import { descriptors } from '#server/resources/catalogue/descriptors.ts';
import { listAudit } from '#server/store/accounts/audit-log.ts';
import type { Store } from '#server/store/store.ts';
import { openTestStore } from '#tests/fixtures/databases/test-store.ts';
import { auditHook } from './audit-hook.ts';

const now = Date.UTC(2026, 10, 21, 12);
let store: Store;
beforeEach(async () => {
  store = await openTestStore();
  await buildCamp(store, { now: () => now });
});
afterEach(() => store.close());

async function entryFor(resource: string, rowBefore: BaseRow | null, rowAfter: BaseRow | null) {
  const keyUser = people.orga.id;
  await store.write([], (trx) => auditHook(trx, [{ resource, rowBefore, rowAfter, keyUser }], now));
  const [entry] = await listAudit(store.reading, {}, { offset: 0, limit: 1 });
  return entry;
}

test('descriptors and contract name the same audited resources', () => {
  const audited = (descriptors as readonly AnyDescriptor[]).filter(({ audited }) => audited).map(({ resource }): string => resource.name);
  expect(audited.toSorted()).toEqual([...auditedResources].toSorted());
});

test('the audit log records that a code was created, changed and removed, but not the code or its user', async () => {
  const code = codeOf({ code: 'SECRET-CANARY', reusable: false });
  const subject = `codes:${code.id}`;
  const common = { actorId: people.orga.id, personId: null, eventId: home, subject, at: now };
  expect(await entryFor('codes', null, code)).toMatchObject({
    ...common,
    kind: 'codes.created',
    details: { reusable: false, used: false },
  });
  const changed = { ...code, version: 2, code: 'OTHER-CANARY', used: true, usedBy: people.author.id };
  expect(await entryFor('codes', code, changed)).toEqual({
    ...common,
    id: 2,
    kind: 'codes.changed',
    details: { reusable: false, used: true, fields: ['code', 'used', 'usedBy'] },
  });
  expect(await entryFor('codes', changed, null)).toMatchObject({ ...common, kind: 'codes.removed' });
  expect(JSON.stringify(await listAudit(store.reading, {}, { offset: 0, limit: 9 }))).not.toContain('CANARY');
});

test('the entry for an event belongs to the event itself', async () => {
  const event = { id: home, version: 1, title: 'Camp', visible: true } as BaseRow;
  expect(await entryFor('events', event, { ...event, version: 2, visible: false } as BaseRow)).toMatchObject({
    kind: 'events.changed',
    eventId: home,
    subject: `events:${home}`,
    details: { title: 'Camp', visible: false, fields: ['visible'] },
  });
});

test('other resources and changes without effect leave no audit entry', async () => {
  const code = codeOf();
  expect(await entryFor('codes', code, { ...code, version: 2 })).toBeUndefined();
  expect(await entryFor('posts', null, { id: 'x', version: 1 })).toBeUndefined();
});
