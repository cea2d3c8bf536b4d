import { type AuditSubject, auditLog } from '../../../contract/endpoints/audit.ts';

/** What of the log is wanted. Days are those of this device, `2026-11-21`, the last one included; empty where it does not matter. */
export interface AuditFilter {
  readonly kind: AuditSubject | '';
  readonly event: string;
  readonly from: string;
  readonly to: string;
}

export const everything: AuditFilter = { kind: '', event: '', from: '', to: '' };

/** The call that asks for it. `page` counts from 1. */
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

/** The instant (UTC) at which a day begins here, or one so many days later; empty for what is no day. */
function beginningOf(day: string, later: number): string {
  const [year, month, date] = day.split('-').map(Number);
  const at = new Date(Number.NaN);
  if (year && month && date && year < 10_000) at.setTime(new Date(year, month - 1, date + later).getTime());
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
