import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { hasOptedIn, ratingOf } from '#contract/resources/dating.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { buttonClass } from '#ui/theme/button.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { type Tab, tabAt, TabBar } from '#ui/layout/tab-bar.tsx';
import { Preferences } from './preferences.tsx';
import { RatedList } from './rated-list.tsx';
import { placeAt, ratingsShown, tabOfRating } from './rating-tabs.ts';
import { useOwnDating, useRated } from './use-dating.ts';

/** Shows the people who have opted in by the person's own ratings, which are private. */
export function DatingScreen(): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'dating'));
  const event = useActiveEvent();
  return (
    <Screen title={t('dating.title')} onRefresh={refresh}>
      {event && <Rating key={event.id} event={event} />}
    </Screen>
  );
}

function Rating({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const [path] = useLocation();
  const { rating, page } = placeAt(path);
  const own = useOwnDating(event.id);
  const shown = useRated(event.id, rating, page);
  if (!own || !shown) return null;
  const tabs = ratingsShown.map((one) => ({
    path: tabOfRating[one],
    label: t(`dating.tab.${one}`, { number: shown.counts[one] }),
  })) as unknown as readonly [Tab, ...Tab[]];
  return (
    <>
      <Preferences eventId={event.id} own={own} />
      {hasOptedIn(own.row) && (
        <>
          <TabBar label={t('dating.tabs')} tabs={tabs} current={tabAt(tabs, tabOfRating[rating])} />
          {shown.query.rating === rating && shown.query.page === page && (
            <RatedList
              key={rating}
              eventId={event.id}
              rating={rating}
              shown={shown}
              ratingOf={(userId) => ratingOf(own.row, userId)}
              waits={(own.row?.$pending?.length ?? 0) > 0 && Object.values(shown.counts).every((count) => count === 0)}
            />
          )}
          <p>
            <Link href="/date-matches" className={buttonClass()}>
              {t('date_matches.title')}
            </Link>
          </p>
        </>
      )}
    </>
  );
}
