import CalendarPlus from 'lucide-react/icons/calendar-plus';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { calendarText } from '#contract/rules/schedule-calendar.ts';
import { clock } from '#i18n/clock.ts';
import { fileNameOf, saveFile } from '#ui/actions/save-file.ts';
import { toast } from '#ui/overlays/toasts.ts';
import { Button } from '#ui/theme/button.tsx';

export function AddToCalendar({ entry }: { entry: ScheduleEntry }): ReactNode {
  const { t } = useTranslation();
  const { title } = entry;
  const add = async (): Promise<void> => {
    try {
      const { default: ICAL } = await import('ical.js');
      const text = calendarText(ICAL, { title }, [entry], new Date(clock.now()).toISOString());
      saveFile(`${fileNameOf(title)}.ics`, new Blob([text], { type: 'text/calendar;charset=utf-8' }));
    } catch {
      toast(t('schedule.add_to_calendar_failed'), 'error');
    }
  };
  return (
    <Button onClick={() => void add()}>
      <CalendarPlus aria-hidden="true" />
      {t('schedule.add_to_calendar')}
    </Button>
  );
}
