import { useTranslation } from 'react-i18next';
import { arranged, type Place } from '#contract/rules/arranged.ts';
import { type Arrangement, arrangements } from '#contract/resources/arrangements.ts';
import { useClashes } from '#commands/use-clashes.ts';
import { toastDelivery, useDeliver } from '#commands/use-deliver.ts';
import { useRowForm } from '#commands/use-row-form.ts';
import { type Command, command } from '#sync/outbox/command.ts';
import { useSync } from '#sync/react/hooks.tsx';
import { type Form, useForm } from '#ui/forms/use-form.ts';
import { toast } from '#ui/overlays/toasts.ts';
import { useFocusAfterSave } from '#ui/layout/focus-heading.ts';
import { inSlots, placesOf } from './order.ts';
import type { Ordered, SavedOrder } from './read-order.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Engine } from '#sync/engine/engine.ts';

interface OrderOptions<List extends keyof Ordered> {
  list: List;
  saved: SavedOrder<Ordered[List]>;
  /** Sorts the arranged rows as they are shown. */
  sorted?: (rows: Ordered[List][]) => Ordered[List][];
  words: { done: string; refused: string };
}

export interface Order<Row> {
  /** Rows in the wanted order. */
  readonly rows: readonly Row[];
  readonly changed: boolean;
  readonly form: Form<never>;
  /** Conflicting orders, and the choice between them. */
  readonly clashProps: Omit<ReturnType<typeof useClashes>, 'undecided' | 'changes'>;
  /** Changes and saves the order at once, with Undo; a conflicting order of somebody else delays it until the person chooses. */
  readonly save: (ids: readonly string[]) => Promise<void>;
  readonly cancel: () => void;
}

const unchanged = (): { places: readonly Place[] | null } => ({ places: null });

export function useOrder<List extends keyof Ordered>(options: OrderOptions<List>): Order<Ordered[List]> {
  const { list, saved, sorted = (rows) => rows, words } = options;
  const { t } = useTranslation();
  const client = useSync();
  const deliver = useDeliver();
  const { eventId, arrangement: row } = saved;
  const draftId = `order:${eventId}:${list}`;
  const { base, values, dirty, change, clear } = useRowForm<Arrangement, ReturnType<typeof unchanged>>({
    draftId,
    row,
    valuesOf: unchanged,
  });
  useFocusAfterSave(dirty);
  const inOrder = (places: readonly Place[]): Ordered[List][] => sorted(arranged(saved.rows, places));
  const ahead = useAhead({
    saved: row.places,
    store: async (places) => (await client.engine()).deliver([commandOn(list, eventId, places)], null),
  });
  const rows = inOrder(ahead.places ?? values.places ?? row.places);
  const edited = values.places ? { places: values.places } : {};
  const { undecided, changes, ...clashProps } = useClashes<Arrangement, { places?: readonly Place[] }>(arrangements, { base, row, edited });
  const after = (ids: readonly string[]): Place[] =>
    placesOf(
      inSlots(
        rows.map(({ id }) => id),
        ids,
      ),
    );
  const form = useForm<object, never>({
    read: { kind: 'args', args: edited },
    undecided,
    failure: words.refused,
    send: async (_wanted, isThere) => {
      const { places } = changes();
      // The other order was chosen, so nothing is sent.
      if (!places) return clear();
      return deliver([commandOn(list, eventId, places)], { draftId, isThere, close: clear }, words);
    },
  });
  const put = (ids: readonly string[]): void => {
    const places = after(ids);
    ahead.drop();
    const asSaved = inOrder(row.places).every(({ id }, index) => id === places[index]?.id);
    change({ places: asSaved ? null : places });
  };
  const save = async (ids: readonly string[]): Promise<void> => {
    if (clashProps.clashes.length > 0) return put(ids);
    const before = rows.map(({ id }) => id);
    try {
      const { delivery } = await ahead.save(after(ids));
      await clear();
      toastDelivery(t, await delivery, words.done, { label: t('order.undo'), run: () => void save(before) });
    } catch {
      toast(words.refused, 'error');
    }
  };
  const cancel = (): void => {
    form.reset();
    void clear();
  };
  return { rows, changed: dirty, form, clashProps, save, cancel };
}

function commandOn(list: keyof Ordered, eventId: number, places: readonly Place[]): Command {
  return command('arrangements', list, { updates: [...places] }, { id: `${eventId}-${list}`, eventId });
}

/** An order that is shown before it is read; `instead` is the order that is read when it is stored, null until then. */
interface Ahead {
  readonly places: readonly Place[];
  readonly instead: string | null;
}

interface AheadOptions {
  /** Stores these places; the delivery resolves later. Rejects if the device is full. */
  store: (places: readonly Place[]) => ReturnType<Engine['deliver']>;
  saved: readonly Place[];
}

/** Shows an order at once, because the next tap relies on it. It is shown until it is read back, could not be stored, or was refused. */
function useAhead({ store, saved }: AheadOptions) {
  const [ahead, show] = useState<Ahead | null>(null);
  const read = JSON.stringify(saved);
  const latest = useRef(read);
  useLayoutEffect(() => void (latest.current = read));
  // Dropped for good, because the read order may later equal `instead` again.
  const isOver = ahead !== null && ahead.instead !== null && ahead.instead !== read;
  if (isOver) show(null);

  /** Resolves as `store` does. If several calls are in flight, the last one is shown. */
  const save = async (places: readonly Place[]): ReturnType<AheadOptions['store']> => {
    const own: Ahead = { places, instead: null };
    const become = (next: Ahead | null): void => show((now) => (now?.places === places ? next : now));
    show(own);
    try {
      const stored = await store(places);
      become({ ...own, instead: latest.current });
      void stored.delivery.then(({ kind }) => kind === 'needs-attention' && become(null));
      return stored;
    } catch (error) {
      become(null);
      throw error;
    }
  };
  return { places: ahead && !isOver ? ahead.places : null, save, drop: () => show(null) };
}
