import type { AdminPerson, AdminUser } from '#contract/endpoints/admin-users.ts';
import type { AuditEntry, AuditSubject, PageInfo } from '#contract/endpoints/audit.ts';
import { Refusal } from '#contract/errors.ts';
import { matching, sortedByName } from '#contract/rules/people-search.ts';
import type { Me } from '#contract/resources/me.ts';
import type { Clock } from '#server/lib/clock.ts';
import { moduleDefinition } from '#server/resources/catalogue/modules.ts';
import { listPeople } from '#server/store/accounts/accounts.ts';
import { type AuditRecord, countAudit, listAudit } from '#server/store/accounts/audit-log.ts';
import { countOpenSessions } from '#server/store/accounts/sessions.ts';
import { authorsById } from '#server/store/repositories/authors.ts';
import { listTitles } from '#server/store/repositories/lists.ts';
import { loadRows } from '#server/store/repositories/rows.ts';
import type { ReadHandle, Store } from '#server/store/store.ts';

/** Pages count from 1. */
interface Page {
  readonly page: number;
  readonly limit: number;
}

/** Instants (UTC); `to` is exclusive. */
export interface AuditQuery extends Page {
  readonly kind?: AuditSubject | undefined;
  readonly event?: number | undefined;
  readonly user?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Reads for global admins: all people, and the audit log. */
export class AdminQueries {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns the people with `search` in their name or address, by name. */
  async users({ page, limit, search }: Page & { search: string }): Promise<{ users: AdminUser[]; pagination: PageInfo }> {
    return this.#store.read(async (db) => {
      const found = sortedByName((await listPeople(db)).filter(matching(search)));
      const ids = found.slice((page - 1) * limit, page * limit).map(({ userId }) => userId);
      const people = await loadRows(db, 'me', ids);
      const titles = await titlesOf(db);
      const users = ids.flatMap((id) => {
        const person = people.get(id) as Me | undefined;
        return person ? [shown(person, titles)] : [];
      });
      return { users, pagination: pagesOf(found.length, { page, limit }) };
    });
  }

  /** Throws `not_found` for an unknown person. */
  async user(id: number): Promise<AdminPerson> {
    return this.#store.read(async (db) => {
      const person = id > 0 ? ((await loadRows(db, 'me', [id])).get(id) as Me | undefined) : undefined;
      if (!person) throw new Refusal('not_found');
      const titles = await titlesOf(db);
      const roles = new Map(person.memberships.map(({ eventId, role }) => [eventId, role]));
      const events = [...titles].map(([eventId, title]) => ({ id: eventId, title, role: roles.get(eventId) ?? null }));
      const sessions = await countOpenSessions(db, id, this.#clock.now());
      return { ...shown(person, titles), sessions, events };
    });
  }

  async audit({ page, limit, kind, event, user, from, to }: AuditQuery) {
    const at = (instant: string | undefined) => (instant === undefined ? undefined : Date.parse(instant));
    const filter = { subject: kind, eventId: event, userId: user, from: at(from), to: at(to) };
    return this.#store.read(async (db) => {
      const records = await listAudit(db, filter, { offset: (page - 1) * limit, limit });
      const people = await authorsById(
        db,
        records.flatMap(({ actorId, personId }) => [actorId, personId].filter((id) => id !== null)),
      );
      const titles = await titlesOf(db);
      return {
        entries: records.map((record) => entryOf(record, people, titles)),
        events: [...titles].map(([id, title]) => ({ id, title })),
        pagination: pagesOf(await countAudit(db, filter), { page, limit }),
      };
    });
  }
}

function pagesOf(totalCount: number, { page, limit }: Page): PageInfo {
  return { currentPage: page, totalPages: Math.max(1, Math.ceil(totalCount / limit)), totalCount };
}

const mostTitles = 5_000;

const titlesOf = (db: ReadHandle): Promise<Map<number, string>> => listTitles(db, mostTitles);

function shown(person: Me, titles: ReadonlyMap<number, string>): AdminUser {
  const { id, name, email, image, role, activeEventId, memberships } = person;
  const title = activeEventId === null ? undefined : titles.get(activeEventId);
  return {
    id,
    name,
    email,
    image,
    role,
    eventRole: memberships.find(({ eventId }) => eventId === activeEventId)?.role ?? null,
    activeEvent: activeEventId === null || title === undefined ? null : { id: activeEventId, title },
  };
}

function entryOf(record: AuditRecord, people: ReadonlyMap<number, { name: string }>, titles: ReadonlyMap<number, string>): AuditEntry {
  const { id, at, kind, actorId, personId, eventId, subject, details } = record;
  const personOf = (userId: number | null) => {
    const name = userId === null ? undefined : people.get(userId)?.name;
    return userId === null || name === undefined ? null : { id: userId, name };
  };
  const { moduleId } = details;
  return {
    id,
    at: new Date(at).toISOString(),
    kind,
    actor: personOf(actorId),
    person: personOf(personId),
    event: eventId === null ? null : { id: eventId, title: titles.get(eventId) ?? null },
    subject,
    module: typeof moduleId === 'number' ? (moduleDefinition(moduleId)?.name ?? null) : null,
    details,
  };
}
