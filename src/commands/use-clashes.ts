import type { AnyResource, BaseRow } from '../../contract/resource.ts';
import { type Clash, merge } from '../sync/mirror/merge.ts';
import { decided, useChoices } from '../ui/forms/choices.ts';
import type { Choices, Side } from '../ui/forms/clash-choices.tsx';
import { changedFields } from '../ui/forms/row-form.ts';

/** A row as somebody saw it and as it is now, null where it is none yet or none any more, and what they want of it, null where that cannot be read. */
interface Versions<Row extends BaseRow, Fields extends object> {
  base: Row | null;
  row: Row | null;
  wanted: Fields | null;
}

interface Meanwhile<Fields extends object> {
  readonly clashes: readonly Clash[];
  readonly choices: Choices;
  readonly onChoose: (key: string, side: Side) => void;
  readonly undecided: boolean;
  /** What is to be sent so that the row becomes what the person wants. */
  readonly changes: () => Partial<Fields>;
}

/** What others changed to something else while a form over a row was open, and what the person decides about it. */
export function useClashes<Row extends BaseRow, Fields extends object>(
  resource: AnyResource,
  versions: Versions<Row, Fields>,
): Meanwhile<Fields> {
  const [choices, onChoose] = useChoices(versions.row?.version);
  const clashes = clashesOf(resource, versions);
  const undecided = !decided(clashes, choices);
  return { clashes, choices, onChoose, undecided, changes: () => changesOf(resource, versions, choices) };
}

/** What both changed, to different values. Pure. */
export function clashesOf<Row extends BaseRow, Fields extends object>(
  resource: AnyResource,
  { base, row, wanted }: Versions<Row, Fields>,
): readonly Clash[] {
  return base && row ? merge(resource, base, { ...base, ...wanted }, row).clashes : [];
}

/** Only what differs, with others' changes of other fields kept; of a clash that is not decided, theirs. Pure. */
export function changesOf<Row extends BaseRow, Fields extends object>(
  resource: AnyResource,
  { base, row, wanted }: Versions<Row, Fields>,
  choices: Choices,
): Partial<Fields> {
  if (!base || !row) return {};
  const { yours, clashes } = merge(resource, base, { ...base, ...wanted }, row);
  const chosen = clashes.filter(({ key }) => choices[key] === 'yours').map((clash) => clash.yours);
  return changedFields(Object.assign({}, yours, ...chosen) as Partial<Fields>, row);
}
