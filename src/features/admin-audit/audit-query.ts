import { type AuditSubject, auditLog } from '#contract/endpoints/audit.ts';

/** Filters of the audit log. Days are those of the device, `2026-11-21`, the last one included; an empty string is no filter. */
export interface AuditFilter {
  readonly kind: AuditSubject | '';
  readonly event: string;
  readonly from: string;
  readonly to: string;
}

export const everything: AuditFilter = { kind: '', event: '', from: '', to: '' };

/** Returns the path of the query. `page` counts from 1. */
export function auditPath({ kind, event, from, to }: AuditFilter, person: number | null, page: number): string {
  const given = {
    page: String(page),
    kind,
    event,
    user: person === null ? '' : String(person),
    from: beginningOf(from, 0),
    to: beginningOf(to, 1),
  };
  const named = Object.entries(given).filter(([, value]) => value !== '');
  return `${auditLog.path}?${new URLSearchParams(named).toString()}`;
}

/** Returns the instant (UTC) at which the day begins on this device, `later` days on; empty for an invalid day. */
function beginningOf(day: string, later: number): string {
  const [year, month, date] = day.split('-').map(Number);
  const at = new Date(Number.NaN);
  if (year && month && date && year < 10_000) at.setTime(new Date(year, month - 1, date + later).getTime());
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
