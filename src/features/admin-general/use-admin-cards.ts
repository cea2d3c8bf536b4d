import { useEffect, useMemo, useState } from 'react';
import { may } from '../../../contract/roles.ts';
import type { AdminCard, AdminLine } from '../../feature/feature.ts';
import { useFeatures } from '../../feature/features.tsx';
import type { Words } from '../../feature/command-presenter.ts';
import { useActor, useLive } from '../../sync/react/hooks.tsx';
import { inOrder } from './card-order.ts';

type Say = (words: Words) => string;

/** The cards of the parts that this person runs, each with what says in a line what stands there now, as soon as that is known. */
export function useAdminCards(eventId: number): readonly (AdminCard & { readonly say: Say | undefined })[] {
  const features = useFeatures();
  const actor = useActor();
  const cards = useMemo(() => inOrder(features.flatMap(({ admin }) => admin ?? [])), [features]);
  const lines = useLoadedLines(cards);
  const said = useLive(
    async (db) => {
      const all = [...lines].map(async ([path, line]) => [path, await line(db, eventId)] as const);
      return new Map<string, Say>(await Promise.all(all));
    },
    [lines, eventId],
  );
  return cards
    .filter(({ access }) => may(actor, access ?? 'event-admin', { eventId }))
    .map((card) => ({ ...card, say: said?.get(card.path) }));
}

const none: ReadonlyMap<string, AdminLine> = new Map();

/** By the address of the card; one whose code cannot be loaded now is left out. */
function useLoadedLines(cards: readonly AdminCard[]): ReadonlyMap<string, AdminLine> {
  const [lines, setLines] = useState(none);
  useEffect(() => {
    let open = true;
    const load = async (): Promise<void> => {
      const all = await Promise.all(cards.map(async ({ path, line }) => [path, await line?.().catch(() => undefined)] as const));
      if (open) setLines(new Map(all.flatMap(([path, line]) => (line ? [[path, line] as const] : []))));
    };
    void load();
    return () => {
      open = false;
    };
  }, [cards]);
  return lines;
}
