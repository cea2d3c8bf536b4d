import Calendar from 'lucide-react/icons/calendar';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import File from 'lucide-react/icons/file';
import Flag from 'lucide-react/icons/flag';
import Globe from 'lucide-react/icons/globe';
import House from 'lucide-react/icons/house';
import KeyRound from 'lucide-react/icons/key-round';
import Layers from 'lucide-react/icons/layers';
import Megaphone from 'lucide-react/icons/megaphone';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Puzzle from 'lucide-react/icons/puzzle';
import SquareMenu from 'lucide-react/icons/square-menu';
import Tent from 'lucide-react/icons/tent';
import type { LucideIcon } from 'lucide-react';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import type { Words } from '#feature-kit/command-presenter.ts';
import type { AdminCard } from '#feature-kit/feature.ts';
import { type FirstSteps, useFirstSteps } from '#feature-kit/first-steps/use-first-steps.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { AllAnswered } from '#sync/react/all-answered.tsx';
import { useActiveEvent, useActor, useLive } from '#sync/react/hooks.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { IconTile } from '#ui/theme/icon-tile.tsx';
import styles from './admin-general.module.css';
import { times } from '#contract/times.ts';
import { may } from '#contract/roles.ts';
import { useFeatures } from '#feature-kit/features.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { usePendingQuery } from '#sync/react/pending-queries.ts';

export function AdminGeneralScreen(): ReactNode {
  const event = useActiveEvent();
  return event && <Cards event={event} />;
}

function Cards({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const words = useMemo(() => ({ t, formats }), [t, formats]);
  const cards = useAdminCards(event.id);
  const firstSteps = useFirstSteps(event.id);
  // Their card would move those below it.
  if (!firstSteps) return null;
  return (
    <Screen title={t('admin_general.title')} note={t('admin_general.text')}>
      <AllAnswered className={styles.parts}>
        <Notices cards={cards} words={words} />
        <FirstStepsCard {...firstSteps} />
        <ul className={styles.cards}>
          {cards.map(({ lineText, ...card }) => (
            <li key={card.path}>
              <Card card={card} words={words} line={lineText?.(words)} />
            </li>
          ))}
        </ul>
      </AllAnswered>
    </Screen>
  );
}

function Notices({ cards, words }: { cards: ReturnType<typeof useAdminCards>; words: Words }): ReactNode {
  const notices = cards.flatMap(({ path, noticeText }) => (noticeText ? [{ path, text: noticeText(words) }] : []));
  if (notices.length === 0) return null;
  return (
    <ul className={styles.notices} aria-label={words.t('admin_general.notices')}>
      {notices.map(({ path, text }) => (
        <li key={path}>
          <Link href={path} className={styles.notice}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  card: AdminCard;
  words: Words;
  /** Undefined until it is read. */
  line: string | undefined;
}

function Card({ card: { path, title }, words: { t }, line }: CardProps): ReactNode {
  return (
    <Link href={path} className={styles.card} onKeyDown={openBySpace}>
      <IconTile icon={icons[path] ?? File} />
      <span className={styles.words}>
        <span className={styles.title}>{t(title)}</span>
        <span className={styles.line}>{line}</span>
      </span>
    </Link>
  );
}

/** Opens a link by Space, as a button does; the browser handles only Enter. */
function openBySpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

/** Leads to the first steps until all of them are done. */
function FirstStepsCard({ steps, done }: FirstSteps): ReactNode {
  const { t } = useTranslation();
  const next = steps.find((step) => !step.done);
  if (!next) return null;
  return (
    <Link href="/admin/first-steps" className={styles.steps}>
      <span className={styles.words}>
        <span className={styles.title}>{t('first_steps.title')}</span>{' '}
        <span className={styles.line}>
          {t('first_steps.progress', { done, total: steps.length })} · {t('first_steps.next', { step: t(`first_steps.${next.name}`) })}
        </span>
        <progress className={styles.bar} aria-hidden="true" max={steps.length} value={done} />
      </span>
      <ChevronRight className={styles.chevron} aria-hidden="true" />
    </Link>
  );
}

type TextOf = (words: Words) => string;

interface ShownCard extends AdminCard {
  readonly lineText: TextOf | undefined;
  readonly noticeText: TextOf | null | undefined;
}

/** Returns the cards that this person may open, with line and notice as soon as they are read. */
function useAdminCards(eventId: number): readonly ShownCard[] {
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

/** The icons by the address of the screen, from top to bottom; other cards come last. */
const icons: Readonly<Record<string, LucideIcon>> = {
  '/admin/event-data': Tent,
  '/admin/modules': Puzzle,
  '/admin/home-screen': House,
  '/admin/event-menu': SquareMenu,
  '/admin/eventcodes': KeyRound,
  '/admin/event-schedule': Calendar,
  '/admin/event-links': Globe,
  '/admin/faq': CircleQuestionMark,
  '/admin/announcements': Megaphone,
  '/admin/reports': Flag,
  '/admin/feedback': MessageSquareText,
  '/admin/global': Layers,
};

const placeOf = ({ path }: AdminCard): number => [...Object.keys(icons), path].indexOf(path);

/** Returns the cards in the order of the general menu. Pure. */
export function inOrder(cards: readonly AdminCard[]): readonly AdminCard[] {
  return cards.toSorted((one, other) => placeOf(one) - placeOf(other));
}
