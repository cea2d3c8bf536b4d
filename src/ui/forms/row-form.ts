/** A form over one row. What was typed is kept as text, so that it survives; a new row has no base. */
export interface RowForm<Row, Values extends object> {
  /** The row as it was when the typing began: what somebody else changes meanwhile does not slip under it. */
  readonly base: Row | null;
  readonly values: Values;
  /** The fields that were changed, as far as they differ from the base. */
  readonly typed: Partial<Values>;
  /** Something differs from the base. */
  readonly dirty: boolean;
  /** The draft's text after some fields have changed; empty where nothing differs any more. */
  with(part: Partial<Values>): string;
}

/** The form's state from the row as it is now and the stored draft. Pure. */
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

/** The draft of a new row of which these fields are filled in. */
export const newDraft = (typed: object): string => JSON.stringify({ base: null, typed });

/** The draft on the row as it is now: for forms under which what was not typed may change. */
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

/** The fields of `next` whose value is another one than in `row`. */
export function changedFields<Fields extends object>(next: Fields, row: object): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(next).filter(([field, value]) => !alike(value, (row as Record<string, unknown>)[field])),
  ) as Partial<Fields>;
}

/** Lists are what is in them. */
function alike(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
