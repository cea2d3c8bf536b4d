import type { AnyResource, BaseRow } from '#contract/resource.ts';
import { type Clash, merge } from '#sync/mirror/merge.ts';
import { decided, useChoices } from '#ui/forms/choices.ts';
import type { Choices, Side } from '#ui/forms/clash-choices.tsx';
import { changedFields } from '#ui/forms/row-form.ts';

/** A row as first seen and as it is now, null if it does not exist, and the wanted fields, null if the form is unreadable. */
interface Versions<Row extends BaseRow, Fields extends object> {
  base: Row | null;
  row: Row | null;
  edited: Fields | null;
}

interface ConcurrentChanges<Fields extends object> {
  readonly clashes: readonly Clash[];
  readonly choices: Choices;
  readonly onChoose: (key: string, side: Side) => void;
  readonly undecided: boolean;
  /** Returns the fields to send, so that the row becomes the wanted one. */
  readonly changes: () => Partial<Fields>;
}

/** Returns the clashes with changes made by others while a form is open, and the person's decisions. */
export function useClashes<Row extends BaseRow, Fields extends object>(
  resource: AnyResource,
  versions: Versions<Row, Fields>,
): ConcurrentChanges<Fields> {
  const [choices, onChoose] = useChoices(versions.row?.version);
  const clashes = clashesOf(resource, versions);
  const undecided = !decided(clashes, choices);
  return { clashes, choices, onChoose, undecided, changes: () => changesOf(resource, versions, choices) };
}

/** Returns the fields that both changed differently. Pure. */
export function clashesOf<Row extends BaseRow, Fields extends object>(
  resource: AnyResource,
  { base, row, edited }: Versions<Row, Fields>,
): readonly Clash[] {
  return base && row ? merge(resource, base, { ...base, ...edited }, row).clashes : [];
}

/** Returns only the differing fields, keeps others' changes of other fields, and drops undecided clashes. Pure. */
export function changesOf<Row extends BaseRow, Fields extends object>(
  resource: AnyResource,
  { base, row, edited }: Versions<Row, Fields>,
  choices: Choices,
): Partial<Fields> {
  if (!base || !row) return {};
  const { yours, clashes } = merge(resource, base, { ...base, ...edited }, row);
  const chosen = clashes.filter(({ key }) => choices[key] === 'yours').map((clash) => clash.yours);
  return changedFields(Object.assign({}, yours, ...chosen) as Partial<Fields>, row);
}
