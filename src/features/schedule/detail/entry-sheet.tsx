import { Dialog } from '@base-ui/react/dialog';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import type { Mark } from '#contract/resources/marks.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { Stored } from '#db/records.ts';
import { calendarText } from '#contract/rules/schedule-calendar.ts';
import { clock } from '#i18n/clock.ts';
import type { Formats } from '#i18n/formats.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useSyncStatus } from '#sync/react/hooks.tsx';
import { fileNameOf, saveFile } from '#ui/actions/save-file.ts';
import { useWayBelow } from '#ui/overlays/over-page.ts';
import overlay from '#ui/overlays/overlay.module.css';
import { toast } from '#ui/overlays/toasts.ts';
import { close as shrink } from '#ui/overlays/view-transition.ts';
import { LinkedText } from '#ui/text/linked-text.tsx';
import { Button, IconButton } from '#ui/theme/button.tsx';
import { entryPath, type EntryScreen } from '../entry-path.ts';
import { entryStatus } from '../entry-status.ts';
import { EntryMarks } from '../marks/entry-marks.tsx';
import type { ScheduleNews } from '../news/use-schedule-news.ts';
import { StatePills } from '../state-pills.tsx';
import { Facts } from './entry-facts.tsx';
import styles from './entry-sheet.module.css';

export interface EntrySheetProps {
  id: string;
  event: EventRow;
  /** Undefined if it was deleted, or if the link names none. */
  entry: ScheduleEntry | undefined;
  mark: Stored<Mark> | undefined;
  /** The screen below. */
  screen?: EntryScreen;
  isNext: boolean;
  news: ScheduleNews | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/** An entry in detail over the schedule. It has its own path, and closes by leaving it. */
export function EntrySheet({ id, event, entry, mark, screen = '/schedule', isNext, news, now }: EntrySheetProps): ReactNode {
  const { firstLoad } = useSyncStatus();
  const { t } = useTranslation();
  const formats = useFormats(event);
  const leave = useWayBelow();
  const path = entryPath(id, screen);
  const close = (): void => (entry ? shrink(path, leave) : leave());
  if (!entry && firstLoad) return null;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlay.backdrop} />
        <Dialog.Popup
          className={styles.sheet}
          // The link to this entry, even if the app was opened at it.
          finalFocus={() => document.querySelector<HTMLElement>(`main a[href="#${CSS.escape(path)}"]`) ?? true}
        >
          <div className={styles.top}>
            <p className={styles.pills}>
              {entry ? (
                <StatePills status={entryStatus(entry, now)} isNext={isNext} news={news} />
              ) : (
                <StatePills status="next" isNext={false} news={news} />
              )}
            </p>
            <Dialog.Close render={<IconButton label={t('app.close')} />}>
              <X aria-hidden="true" />
            </Dialog.Close>
          </div>
          {entry ? (
            <Entry entry={entry} mark={mark} news={news} formats={formats} now={now} />
          ) : (
            <Deleted news={news} formats={formats} onClose={close} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface EntryProps {
  entry: ScheduleEntry;
  mark: Stored<Mark> | undefined;
  news: ScheduleNews | undefined;
  formats: Formats;
  now: number;
}

function Entry({ entry, mark, news, formats, now }: EntryProps): ReactNode {
  const lines = (entry.details ?? '').split('\n').filter((line) => line.trim() !== '');
  return (
    <>
      <Dialog.Title className={styles.title}>
        <span data-opened="">{entry.title}</span>
      </Dialog.Title>
      <Facts entry={entry} news={news} formats={formats} now={now} />
      {lines.length > 0 && (
        <div className={styles.lines}>
          {lines.map((line, index) => (
            <p key={index}>
              <LinkedText text={line} />
            </p>
          ))}
        </div>
      )}
      <EntryMarks entry={entry} mark={mark} />
      {entryStatus(entry, now) !== 'past' && <AddToCalendar entry={entry} />}
    </>
  );
}

function Deleted({ news, formats, onClose }: { news: ScheduleNews | undefined; formats: Formats; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const before = news?.kind === 'cancelled' ? news.before : undefined;
  return (
    <>
      <Dialog.Title className={styles.title}>{before?.title ?? t('schedule.gone')}</Dialog.Title>
      {before && <p>{formats.span(before.startDate, before.endDate)}</p>}
      <p className={styles.dim}>{t(before ? 'schedule.cancelled_text' : 'schedule.gone_text')}</p>
      <Button onClick={onClose}>{t('schedule.to_schedule')}</Button>
    </>
  );
}

function AddToCalendar({ entry }: { entry: ScheduleEntry }): ReactNode {
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
