import Calendar from 'lucide-react/icons/calendar';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { CalendarEvent } from '#contract/resources/calendars.ts';
import { may } from '#contract/roles.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { momentText } from '#i18n/formats.ts';
import { useActiveEvent, useActor, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { type Tab, TabBar } from '#ui/layout/tab-bar.tsx';
import { useNow } from '#ui/time/use-now.ts';
import styles from './calendar-screen.module.css';
import { DayEvents, dayName, When } from './day-events.tsx';
import { MonthGrid } from './month-grid.tsx';
import { dayAt, type Month, monthAfter, monthOf, monthsAround, monthShown } from './months.ts';
import { type CalendarMonth, useCalendarFeed, useCalendarMonth } from './use-calendar.ts';
import { Dialog } from '@base-ui/react/dialog';
import ExternalLink from 'lucide-react/icons/external-link';
import { isSafeUrl } from '#contract/rules/checks.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { LinkedText } from '#ui/text/linked-text.tsx';
import { daysOf } from './calendar-times.ts';

export type View = 'month' | 'list';

const noDays: CalendarMonth['days'] = new Map();

const pathOf = (view: View, month?: Month): string =>
  ['/calendar-events', ...(view === 'list' ? ['list'] : []), ...(month === undefined ? [] : [month])].join('/');

/** Shows a month of the server's calendar feeds as a grid or a list. */
export function CalendarScreen({ view, month: named }: { view: View; month: string | undefined }): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'calendar'));
  const now = useNow(60_000);
  const month = monthShown(named, now);
  const shown = useCalendarMonth(month);
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<CalendarEvent | null>(null);
  const tabOf = (each: View): Tab => ({ path: pathOf(each, named === undefined ? undefined : month), label: t(`calendar.view.${each}`) });
  const tabs = [tabOf('month'), tabOf('list')] as const;
  return (
    <Screen title={t('calendar.title')} onRefresh={refresh}>
      <FeedNotice />
      {shown?.isEmpty && <EmptyList icon={Calendar} title={t('calendar.empty')} text={t('calendar.empty_text')} blocks={4} />}
      {shown?.isEmpty === false && (
        <>
          <TabBar label={t('calendar.views')} tabs={[...tabs]} current={view === 'month' ? tabs[0] : tabs[1]} />
          <MonthBar view={view} month={month} now={now} />
          {view === 'list' && shown.month === month && <MonthList days={shown.days} onOpen={setOpen} />}
          {view === 'month' && (
            <MonthGrid
              month={month}
              days={shown.month === month ? shown.days : noDays}
              now={now}
              onMonth={(other) => navigate(pathOf(view, other), { replace: true })}
              onOpen={setOpen}
            />
          )}
        </>
      )}
      {open && <EventOverlay event={open} onClose={() => setOpen(null)} />}
    </Screen>
  );
}

/** Returns `November 2026`, in English as in the specification. */
export const monthName = (month: Month): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(dayAt(`${month}-01`));

function MonthBar({ view, month, now }: { view: View; month: Month; now: number }): ReactNode {
  const { t } = useTranslation();
  const { first, last } = monthsAround(now);
  const present = monthOf(new Date(now));
  return (
    <nav className={styles.months} aria-label={t('calendar.months')}>
      <Turn to={month > first ? pathOf(view, monthAfter(month, -1)) : null} label={t('calendar.previous')}>
        <ChevronLeft aria-hidden="true" />
      </Turn>
      <h2 className={styles.month} lang="en" aria-live="polite">
        {monthName(month)}
      </h2>
      {month !== present && (
        <Link className={buttonClass('quiet')} href={pathOf(view)} replace>
          {t('calendar.present')}
        </Link>
      )}
      <Turn to={month < last ? pathOf(view, monthAfter(month, 1)) : null} label={t('calendar.next')}>
        <ChevronRight aria-hidden="true" />
      </Turn>
    </nav>
  );
}

interface TurnProps {
  /** Null at the end of the range. */
  to: string | null;
  label: string;
  children: ReactNode;
}

/**
 * Links to another month and replaces this one in the history, so that Back leaves the calendar. At the end of the range it keeps the
 * focus.
 */
function Turn({ to, label, children }: TurnProps): ReactNode {
  const [here] = useLocation();
  const stay = (event: MouseEvent): void => event.preventDefault();
  return (
    <Link
      className={buttonClass('icon')}
      href={to ?? here}
      aria-label={label}
      replace
      {...(to === null && { 'aria-disabled': true, onClick: stay })}
    >
      {children}
    </Link>
  );
}

function MonthList({ days, onOpen }: { days: CalendarMonth['days']; onOpen: (event: CalendarEvent) => void }): ReactNode {
  const { t } = useTranslation();
  if (days.size === 0)
    return <EmptyState icon={Calendar} title={t('calendar.nothing_in_month')} text={t('calendar.nothing_in_month_text')} />;
  const inOrder = [...days].toSorted(([one], [other]) => one.localeCompare(other));
  return inOrder.map(([day, events]) => <DayEvents key={day} day={day} events={events} onOpen={onOpen} />);
}

/** Shows that the calendar may be outdated because its feed cannot be read; admins see the reason. */
function FeedNotice(): ReactNode {
  const { t, i18n } = useTranslation();
  const actor = useActor();
  const event = useActiveEvent();
  const feed = useCalendarFeed();
  if (!feed || feed.problem === null) return null;
  const { readAt, problem, detail } = feed;
  return (
    <div className={styles.notice} role="status">
      <p>
        {readAt === null
          ? t('calendar.never_read')
          : t('calendar.behind_since', { time: momentText(Date.parse(readAt), i18n.language, true) })}
      </p>
      {may(actor, 'event-admin', { eventId: event?.id }) && (
        <p className={styles.why}>
          {t(`calendar.problem.${problem}`)}
          {detail !== null && ` (${detail})`}
        </p>
      )}
    </div>
  );
}

function EventOverlay({ event, onClose }: { event: CalendarEvent; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { title, location, conveyor, url } = event;
  return (
    <Modal onClose={onClose}>
      <Dialog.Title className={styles.title}>{title || t('calendar.untitled')}</Dialog.Title>
      <dl className={styles.facts}>
        <dt>{t('calendar.when')}</dt>
        <dd>
          <span lang="en">{dayName(daysOf(event).first)}</span>
          <When event={event} />
        </dd>
        {location !== null && (
          <>
            <dt>{t('calendar.location')}</dt>
            <dd>
              <LinkedText text={location} />
            </dd>
          </>
        )}
        {conveyor !== null && (
          <>
            <dt>{t('calendar.conveyor')}</dt>
            <dd>
              <LinkedText text={conveyor} />
            </dd>
          </>
        )}
      </dl>
      {url !== null && isSafeUrl(url) && (
        <a className={buttonClass('primary')} href={url} target="_blank" rel="noopener noreferrer">
          {t('calendar.url')}
          <ExternalLink aria-hidden="true" />
        </a>
      )}
      <Button onClick={onClose}>{t('app.close')}</Button>
    </Modal>
  );
}
