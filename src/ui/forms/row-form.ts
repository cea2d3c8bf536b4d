/** A form over one row. Typed values are stored as text, so that they survive a restart; a new row has no base. */
export interface RowForm<Row, Values extends object> {
  /** The row when typing began: concurrent changes of other people do not alter it. */
  readonly base: Row | null;
  readonly values: Values;
  readonly typed: Partial<Values>;
  readonly dirty: boolean;
  /** Returns the text of the draft after a change; empty if nothing differs. */
  with(part: Partial<Values>): string;
}

/** Returns the state of the form from the current row and the stored draft. Pure. */
export function rowForm<Row, Values extends object>(
  row: Row | null,
  draft: string,
  valuesOf: (row: Row | null) => Values,
): RowForm<Row, Values> {
  const stored = parse(draft);
  const base = stored ? (stored.base as Row | null) : row;
  const saved = valuesOf(base);
  const typed = (stored?.typed ?? {}) as Partial<Values>;
  const values = { ...saved, ...typed };
  return {
    base,
    values,
    typed,
    dirty: stored !== null,
    with: (part) => {
      const next = Object.entries({ ...values, ...part }).filter(([field, value]) => !alike(value, saved[field as keyof Values]));
      return next.length === 0 ? '' : JSON.stringify({ base, typed: Object.fromEntries(next) });
    },
  };
}

/** Returns the draft of a new row with these fields filled in. */
export const newDraft = (typed: object): string => JSON.stringify({ base: null, typed });

/** Rebases a draft on the current row, for forms whose untyped fields may change. */
export function rebased(draft: string, row: object): string {
  const stored = parse(draft);
  return stored ? JSON.stringify({ base: row, typed: stored.typed }) : '';
}

function parse(draft: string): { base: unknown; typed: object } | null {
  if (draft === '') return null;
  try {
    return JSON.parse(draft) as { base: unknown; typed: object };
  } catch {
    return null;
  }
}

export function changedFields<Fields extends object>(next: Fields, row: object): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(next).filter(([field, value]) => !alike(value, (row as Record<string, unknown>)[field])),
  ) as Partial<Fields>;
}

/** Compares lists by content. */
function alike(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
