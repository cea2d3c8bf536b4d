import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/resources/calendar-events.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { DayEvents } from './day-events.tsx';
import type { CalendarMonth } from './use-calendar.ts';

export function MonthList({ days, onOpen }: { days: CalendarMonth['days']; onOpen: (event: CalendarEvent) => void }): ReactNode {
  const { t } = useTranslation();
  if (days.size === 0) return <EmptyState icon="🗓️" title={t('calendar.nothing_in_month')} text={t('calendar.nothing_in_month_text')} />;
  const inOrder = [...days].toSorted(([one], [other]) => one.localeCompare(other));
  return inOrder.map(([day, events]) => <DayEvents key={day} day={day} events={events} onOpen={onOpen} />);
}
