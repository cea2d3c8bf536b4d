import type { RowId } from '#contract/resource.ts';
import type { Me } from '#contract/resources/me.ts';
import { type ModuleRow, moduleRowId } from '#contract/resources/modules.ts';
import type { Participant } from '#contract/resources/participants.ts';
import { moduleDefinition } from '#server/resources/catalogue/modules.ts';
import { chunksOf } from '../core/chunks.ts';
import { sqlOf } from '../core/handles.ts';
import type { RowReader } from './row-store.ts';

/** Reads users with their memberships and second factor; the version is that of the user. */
export const meReader: RowReader = {
  async load(db, ids) {
    const rows = new Map<RowId, Me>();
    for (const chunk of chunksOf(ids as number[])) {
      const users = await sqlOf(db).selectFrom('users').selectAll().where('id', 'in', chunk).execute();
      const memberships = await sqlOf(db)
        .selectFrom('memberships')
        .select(['user_id', 'event_id', 'role'])
        .where('user_id', 'in', chunk)
        .orderBy('event_id')
        .execute();
      const codes = await sqlOf(db)
        .selectFrom('recovery_codes')
        .select((is) => ['user_id', is.fn.countAll<number>().as('left')])
        .where('user_id', 'in', chunk)
        .groupBy('user_id')
        .execute();
      for (const user of users) {
        rows.set(user.id, {
          id: user.id,
          version: user.version,
          email: user.email,
          name: user.name,
          image: user.image,
          role: user.role,
          activeEventId: user.active_event_id,
          memberships: memberships
            .filter(({ user_id }) => user_id === user.id)
            .map(({ event_id, role }) => ({ eventId: event_id, role: role })),
          whatsapp: user.whatsapp,
          instagram: user.instagram,
          linkedin: user.linkedin,
          secondFactor: user.totp_secret !== null,
          recoveryCodesLeft: codes.find(({ user_id }) => user_id === user.id)?.left ?? 0,
          emailVerified: user.email_verified === 1,
          ...(user.sign_in_email !== null && { signInEmail: user.sign_in_email }),
        });
      }
    }
    return rows;
  },
};

const ofOthers = ['users.name', 'users.image', 'users.email', 'users.whatsapp', 'users.instagram', 'users.linkedin'] as const;

/** Reads memberships with the fields of their user that other members see; the version is that of the membership. */
export const participantReader: RowReader = {
  async load(db, ids) {
    const rows = new Map<RowId, Participant>();
    for (const [eventId, chunk] of pairsByEvent(ids)) {
      const members = await sqlOf(db)
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select(['memberships.user_id', 'memberships.version', ...ofOthers])
        .where('memberships.event_id', '=', eventId)
        .where('memberships.user_id', 'in', chunk)
        .execute();
      for (const { user_id: userId, version, ...shown } of members) {
        const id = participantId(eventId, userId);
        rows.set(id, { id, version, eventId, userId, ...shown });
      }
    }
    return rows;
  },
};

/** Reads the modules of an event with their definitions. Modules without a definition are left out. */
export const moduleReader: RowReader = {
  async load(db, ids) {
    const rows = new Map<RowId, ModuleRow>();
    for (const [eventId, chunk] of pairsByEvent(ids)) {
      const used = await sqlOf(db)
        .selectFrom('event_modules')
        .selectAll()
        .where('event_id', '=', eventId)
        .where('module_id', 'in', chunk)
        .execute();
      for (const record of used) {
        const row = moduleRow(record);
        if (row) rows.set(row.id, row);
      }
    }
    return rows;
  },
};

export function participantId(eventId: number, userId: number): string {
  return `${eventId}-${userId}`;
}

type EventModule = { event_id: number; module_id: number; is_active: number; active_menu_entries: string; version: number };

function moduleRow(record: EventModule): ModuleRow | null {
  const definition = moduleDefinition(record.module_id);
  if (!definition) return null;
  const activeEntries = JSON.parse(record.active_menu_entries) as string[];
  return {
    id: moduleRowId(record.event_id, record.module_id),
    version: record.version,
    eventId: record.event_id,
    moduleId: record.module_id,
    name: definition.name,
    optional: definition.optional,
    isActive: record.is_active === 1 || !definition.optional,
    menu_entries: definition.menu_entries.map((entry) => ({
      ...entry,
      isActive: !entry.optional || activeEntries.includes(entry.navigationPath),
    })),
    home_components: [...definition.home_components],
  };
}

/** Yields the number pairs of `{eventId}-{other}` ids, in chunks of one event. */
function* pairsByEvent(ids: readonly RowId[]): Generator<[number, number[]]> {
  const byEvent = new Map<number, number[]>();
  for (const id of ids) {
    const [eventId, other] = String(id).split('-').map(Number);
    if (eventId === undefined || other === undefined || Number.isNaN(eventId + other)) continue;
    const others = byEvent.get(eventId);
    if (others) others.push(other);
    else byEvent.set(eventId, [other]);
  }
  for (const [eventId, others] of byEvent) for (const chunk of chunksOf(others)) yield [eventId, chunk];
}
