import Calendar from 'lucide-react/icons/calendar';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { type HomeItem, homeItems } from '#feature-kit/home/home-items.ts';
import { useHomeParts } from '#feature-kit/home/home-parts.tsx';
import { useFormats } from '#i18n/use-formats.ts';
import { useCurrentContext } from '#sync/react/hooks.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { EventDays } from '#ui/time/event-days.tsx';
import { NewForYou } from './new-for-you.tsx';

export function HomeScreen(): ReactNode {
  const here = useCurrentContext();
  const items = useMemo(() => here && homeItems(here.homeEntries, here.modules), [here]);
  if (!here?.event || !items) return null;
  return <Home event={here.event} items={items} />;
}

function Home({ event, items }: { event: EventRow; items: readonly HomeItem[] }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const { hero, parts } = useHomeParts(event, items, <NewForYou key="new" event={event} />);
  return (
    <Screen title={event.title} note={<EventDays event={event} formats={formats} />} hero={hero}>
      {items.length === 0 && <EmptyState icon={Calendar} title={t('home.empty')} text={t('home.empty_text')} />}
      {parts}
    </Screen>
  );
}
