import { useEffect, useMemo, useState } from 'react';
import { times } from '#contract/times.ts';
import { may } from '#contract/roles.ts';
import type { AdminCard } from '#feature-kit/feature.ts';
import { useFeatures } from '#feature-kit/features.tsx';
import type { Words } from '#feature-kit/command-presenter.ts';
import { useActor, useLive } from '#sync/react/hooks.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { usePendingQuery } from '#sync/react/pending-queries.ts';

type TextOf = (words: Words) => string;

interface ShownCard extends AdminCard {
  readonly lineText: TextOf | undefined;
  readonly noticeText: TextOf | null | undefined;
}

/** Returns the cards that this person may open, with line and notice as soon as they are read. */
export function useAdminCards(eventId: number): readonly ShownCard[] {
  const features = useFeatures();
  const actor = useActor();
  const now = useNow(times.hour);
  const cards = useMemo(() => inOrder(features.flatMap(({ admin }) => admin ?? [])), [features]);
  const lines = useLoaded(cards, loadLine);
  const notices = useLoaded(cards, loadNotice);
  const lineTexts = useLive((db) => lines && readAll(lines, (line) => line(db, eventId)), [lines, eventId]);
  const noticeTexts = useLive((db) => notices && readAll(notices, (notice) => notice(db, eventId, now)), [notices, eventId, now]);
  usePendingQuery(!lineTexts || !noticeTexts);
  return cards
    .filter(({ access }) => may(actor, access ?? 'event-admin', { eventId }))
    .map((card) => ({ ...card, lineText: lineTexts?.get(card.path), noticeText: noticeTexts?.get(card.path) }));
}

const loadLine = ({ line }: AdminCard) => line?.();
const loadNotice = ({ notice }: AdminCard) => notice?.();

async function readAll<T, Text>(parts: ReadonlyMap<string, T>, read: (part: T) => Promise<Text>): Promise<Map<string, Text>> {
  return new Map(await Promise.all([...parts].map(async ([path, part]) => [path, await read(part)] as const)));
}

/** Returns the parts by the address of the card, without those whose code fails to load; undefined until they are loaded. */
function useLoaded<T>(cards: readonly AdminCard[], load: (card: AdminCard) => Promise<T> | undefined): ReadonlyMap<string, T> | undefined {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, T>>();
  useEffect(() => {
    let open = true;
    const loadAll = async (): Promise<void> => {
      const all = await Promise.all(cards.map(async (card) => [card.path, await load(card)?.catch(() => undefined)] as const));
      if (open) setLoaded(new Map(all.flatMap(([path, part]) => (part ? [[path, part] as const] : []))));
    };
    void loadAll();
    return () => {
      open = false;
    };
  }, [cards, load]);
  return loaded;
}

/** Addresses of the screens from top to bottom; others come last. */
const order = [
  '/admin/event-data',
  '/admin/modules',
  '/admin/home-screen',
  '/admin/event-menu',
  '/admin/eventcodes',
  '/admin/event-schedule',
  '/admin/event-links',
  '/admin/faq',
  '/admin/announcements',
  '/admin/reports',
  '/admin/feedback',
  '/admin/global',
];

const placeOf = ({ path }: AdminCard): number => [...order, path].indexOf(path);

/** Returns the cards in the order of the general menu. Pure. */
export function inOrder(cards: readonly AdminCard[]): readonly AdminCard[] {
  return cards.toSorted((one, other) => placeOf(one) - placeOf(other));
}
