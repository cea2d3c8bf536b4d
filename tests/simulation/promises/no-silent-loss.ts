import type { BaseRow } from '#contract/resource.ts';
import type { OutboxEntry } from '#db/records.ts';
import {
  commandName,
  type EditJournal,
  isCreatedByChange,
  isEditable,
  namesOf,
  removalName,
  type Tap,
  valueName,
  valueNames,
  type Values,
} from '../actions/edits.ts';
import type { History, Step } from './history.ts';

/** Returns fields that were lost although no person chose so. `entries` are the outboxes at the end, `left` the server's rows by name. */
export function silentLosses(journal: EditJournal, history: History, entries: readonly OutboxEntry[], left: ReadonlySet<string>): string[] {
  const organisers = history.steps.filter(({ act }) => isEditable(act.entity));
  return [
    ...organisers.flatMap((step) => unseenOverwrites(journal, step)),
    ...organisers.flatMap(wrongVersions),
    ...lostChanges(journal, history, entries, left),
  ];
}

/** Returns rows that differ from the server's answers: an answer is no promise if something else is stored. */
export function rowsUnlikeAnswers({ rows: answered }: History, rows: ReadonlyMap<string, BaseRow>): string[] {
  const names = new Set([...answered.keys(), ...rows.keys()].filter(isEditable));
  const textOf = (row: BaseRow | undefined): string =>
    row ? JSON.stringify(Object.entries(row).toSorted(([one], [other]) => (one < other ? -1 : 1))) : 'absent';
  return [...names]
    .filter((name) => textOf(rows.get(name)) !== textOf(answered.get(name)))
    .map((name) => `${name} is ${textOf(rows.get(name))}, answered as ${textOf(answered.get(name))}`);
}

/** Every person who replaced or removed a value had seen it, or chose to. */
function unseenOverwrites(journal: EditJournal, { act, before, after }: Step): string[] {
  if (after === null) {
    const states = journal.removalsOf(act.entity, act.userId).flatMap(({ seen, removedAnyway }) => [seen, ...removedAnyway]);
    const known = states.some((state) => same(state, before));
    return known ? [] : [`removed unseen by ${act.userId}: ${act.entity} was ${JSON.stringify(before)}`];
  }
  const taps = journal.taps.filter(({ entity }) => entity === act.entity);
  if (before === null) {
    const known = taps.some(({ kind, wrote }) => (kind === 'create' || isCreatedByChange(act.entity)) && same(wrote, after));
    return known ? [] : [`no tap created ${act.entity} as ${JSON.stringify(after)}`];
  }
  const changed = Object.keys(after).filter((group) => after[group] !== before[group]);
  return changed.flatMap((group) => {
    const [was, is] = [before[group] as string, after[group] as string];
    const hasChosen = (value: string): boolean => journal.chosenOver.get(valueName(act.entity, group, value))?.has(was) ?? false;
    return hasSeen(taps, { group, was, hasChosen }, is)
      ? []
      : [`overwritten unseen by ${act.userId}: ${act.entity} ${group} was ${was}, is ${is}`];
  });
}

/** A replaced value, with the check that its writer chose theirs over it. */
interface Replaced {
  readonly group: string;
  readonly was: string;
  readonly hasChosen: (value: string) => boolean;
}

/** Returns whether a writer of `is` knew the replaced value, possibly before an own value that was replaced at once. */
function hasSeen(taps: readonly Tap[], replaced: Replaced, is: string): boolean {
  const { group, was, hasChosen } = replaced;
  if (hasChosen(is)) return true;
  const writers = taps.filter(({ wrote }) => wrote[group] === is);
  return writers.some(({ seen, number, userId, device }) => {
    const before = seen?.[group];
    if (before === was) return true;
    const own = taps.filter((tap) => tap.number < number && tap.userId === userId && tap.device === device);
    return before !== undefined && own.some(({ wrote }) => wrote[group] === before) && hasSeen(own, replaced, before);
  });
}

/** Every command increments the version by one; a new row begins at 1, or at one million more per restore (decision 12). */
function wrongVersions({ act, versions: [before, after] }: Step): string[] {
  const counted = before === 0 ? after % 1_000_000 === 1 : after === before + 1;
  return after === 0 || counted ? [] : [`version ${after} after ${before}: ${act.entity}`];
}

/** Everything shown as saved is in the server's history, shown as rejected or in conflict, or discarded by a person. */
function lostChanges(journal: EditJournal, history: History, entries: readonly OutboxEntry[], left: ReadonlySet<string>): string[] {
  const visible = new Set(entries.flatMap(namesOf));
  const isAccountedFor = (name: string): boolean =>
    [history.arrived, history.forgotten, visible, journal.discarded].some((names) => names.has(name));
  return journal.taps
    .filter(({ saved }) => saved)
    .flatMap((tap) => {
      if (tap.kind === 'create' || tap.kind === 'edit') {
        return valueNames(tap.entity ?? '', tap.wrote)
          .filter((name) => !isAccountedFor(name) && !isTakenBack(tap, journal) && !isReplaced(tap, name, journal))
          .map((name) => `lost: ${name} of user ${tap.userId} on ${tap.device} (tap ${tap.number})`);
      }
      const entity = tap.entity as string;
      const names = tap.kind === 'remove' ? [removalName(entity, tap.userId)] : [...tap.keys].map(commandName);
      if (names.some(isAccountedFor)) return [];
      const done = tap.kind === 'remove' && (!left.has(entity) || isRevived(tap, history) || isOvertaken(tap, history));
      return done ? [] : [`lost: ${tap.kind} of ${tap.entity} by user ${tap.userId} on ${tap.device} (tap ${tap.number})`];
    });
}

/** Returns whether a person removed their new row on the same device: it may never have reached the server. */
function isTakenBack({ entity, userId, device }: Tap, { taps }: EditJournal): boolean {
  const own = taps.filter((tap) => tap.entity === entity && tap.userId === userId && tap.device === device);
  return ['create', 'remove'].every((kind) => own.some((tap) => tap.kind === kind));
}

/** Returns whether a person replaced their own value on the same device: it may never have been sent by itself. */
function isReplaced({ entity, userId, device, number }: Tap, name: string, { taps }: EditJournal): boolean {
  const later = taps.filter((tap) => tap.number > number && tap.entity === entity && tap.userId === userId && tap.device === device);
  const groups = later.filter(({ kind }) => kind === 'edit').flatMap(({ wrote }) => Object.keys(wrote));
  return groups.some((group) => name.startsWith(valueName(entity ?? '', group, '')));
}

/** Returns whether a restore brought back a row that a person had removed, when none of their commands was pending. */
function isRevived({ entity, userId, number }: Tap, { restoredRows }: History): boolean {
  const name = removalName(entity as string, userId);
  return restoredRows.some((restored) => restored.entity === entity && number <= restored.taps && !restored.waiting.has(name));
}

/** Returns whether a removal found no row because of a restore, and the author's device created the row again afterwards. */
function isOvertaken({ keys }: Tap, { overtaken }: History): boolean {
  return [...keys].some((key) => overtaken.has(key));
}

function same(one: Values | null, other: Values | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
