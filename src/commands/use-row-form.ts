import { useDraft } from '../sync/react/use-draft.ts';
import { type RowForm, rebased, rowForm } from '../ui/forms/row-form.ts';

interface RowFormOptions<Row, Values extends object> {
  /** Under this name what is typed is kept. */
  draftId: string;
  /** As it is now; null for a new one. */
  row: Row | null;
  valuesOf: (row: Row | null) => Values;
  /** What was not typed is as the row says now, and not as it was when the typing began. */
  follows?: boolean;
}

interface KeptRowForm<Row, Values extends object> extends Omit<RowForm<Row, Values>, 'with'> {
  readonly change: (part: Partial<Values>) => void;
  /** Ends what was typed: it was sent, or given up. */
  readonly clear: () => Promise<void>;
}

/** A form over one row whose typed fields are there again after the app was killed. */
export function useRowForm<Row extends object, Values extends object>(options: RowFormOptions<Row, Values>): KeptRowForm<Row, Values> {
  const { draftId, row, valuesOf, follows = false } = options;
  const [draft, setDraft, clear] = useDraft(draftId);
  const { with: draftWith, ...form } = rowForm(row, follows && row ? rebased(draft, row) : draft, valuesOf);
  return { ...form, change: (part) => setDraft(draftWith(part)), clear };
}
