import type { OutboxEntry } from '#db/records.ts';
import { isReadable, isWhole } from '#sync/mirror/readable.ts';

export interface CommandGroup {
  readonly lane: string;
  readonly entries: readonly OutboxEntry[];
  /** True if a command of the lane was rejected or conflicts. */
  readonly needsAttention: boolean;
}

/** Returns the groups in local order, those that need attention first. */
export function commandGroups(entries: readonly OutboxEntry[]): CommandGroup[] {
  const lanes = new Map<string, OutboxEntry[]>();
  for (const entry of entries) lanes.set(entry.lane, [...(lanes.get(entry.lane) ?? []), entry]);
  const groups = [...lanes].map(([lane, own]) => ({ lane, entries: own, needsAttention: own.some(({ state }) => state !== 'waiting') }));
  return [...groups.filter(({ needsAttention }) => needsAttention), ...groups.filter(({ needsAttention }) => !needsAttention)];
}

export type WaitingReason = 'offline' | 'no_server' | 'sending' | 'retry' | 'no_room' | 'hourly_quota' | 'behind' | 'newer';

export function waitingReason(entry: OutboxEntry, group: CommandGroup, unreached: 'offline' | 'no_server' | null): WaitingReason {
  const before = group.entries.slice(0, group.entries.indexOf(entry));
  if (before.some(({ state }) => state !== 'waiting')) return 'behind';
  if (isWhole(entry) && !isReadable(entry)) return 'newer';
  if (unreached !== null) return unreached;
  if (entry.lastError?.code === 'storage_full') return 'no_room';
  if (entry.lastError?.code === 'hourly_quota') return 'hourly_quota';
  return entry.attempts > 0 ? 'retry' : 'sending';
}
