import { useDraft } from '#sync/react/use-draft.ts';
import { type RowForm, rebased, rowForm } from '#ui/forms/row-form.ts';

interface RowFormOptions<Row, Values extends object> {
  draftId: string;
  /** The current row; null for a new one. */
  row: Row | null;
  valuesOf: (row: Row | null) => Values;
  /** True if untyped fields follow the current row instead of the base. */
  follows?: boolean;
}

interface KeptRowForm<Row, Values extends object> extends Omit<RowForm<Row, Values>, 'with'> {
  readonly change: (part: Partial<Values>) => void;
  /** Deletes the draft after sending or cancelling. */
  readonly clear: () => Promise<void>;
}

/** A form over one row whose draft survives a restart. */
export function useRowForm<Row extends object, Values extends object>(options: RowFormOptions<Row, Values>): KeptRowForm<Row, Values> {
  const { draftId, row, valuesOf, follows = false } = options;
  const [draft, setDraft, clear] = useDraft(draftId);
  const { with: draftWith, ...form } = rowForm(row, follows && row ? rebased(draft, row) : draft, valuesOf);
  return { ...form, change: (part) => setDraft(draftWith(part)), clear };
}
