import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { times } from '#contract/times.ts';
import { clock } from '#i18n/clock.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useActiveEvent, useLive } from '#sync/react/hooks.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { alarmOf, dueAlarms } from './due-alarms.ts';
import { type AgendaItem, readAgenda } from './read-agenda.ts';

/** Reminds of the agenda while the app is open, also without a network. */
export function AgendaAlarm(): ReactNode {
  const event = useActiveEvent();
  return event ? <Alarm key={event.id} event={event} /> : null;
}

function Alarm({ event }: { event: EventRow }): null {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const [, navigate] = useLocation();
  const items = useLive((db) => readAgenda(db, event.id), [event.id]);
  useEffect(() => {
    if (!items) return;
    const remind = ({ title, startDate, locationName: place, href }: AgendaItem): void => {
      const words = { time: formats.clock(startDate), title, place };
      const text = place === '' ? t('agenda.soon', words) : t('agenda.soon_place', words);
      toast(text, 'info', { label: t('agenda.show'), run: () => navigate(href) });
    };
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      const now = clock.now();
      const shown = readShown();
      const { due, next } = dueAlarms(items, now, shown);
      due.forEach(remind);
      if (due.length > 0) storeShown([...shown, ...due.map(alarmOf)]);
      // The clock of the server, and that of a phone that slept, may differ from the timer.
      if (next !== null) timer = setTimeout(look, Math.min(next - now, times.hour));
    };
    look();
    const onReturn = (): void => {
      clearTimeout(timer);
      look();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [items, formats, navigate, t]);
  return null;
}

const stored = 'agenda-reminders';
const mostStored = 50;

const readShown = (): ReadonlySet<string> => new Set(JSON.parse(localStorage.getItem(stored) ?? '[]') as string[]);
const storeShown = (shown: readonly string[]): void => localStorage.setItem(stored, JSON.stringify(shown.slice(-mostStored)));
