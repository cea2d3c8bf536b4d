import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#contract/resources/events.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useLive } from '#sync/react/hooks.tsx';
import { useNow } from '#ui/time/use-now.ts';
import { nowAndNext } from '../entry-status.ts';
import { NowAndNext } from '../schedule-status.tsx';
import { readAgenda } from './read-agenda.ts';

/** A card of the home screen with what is on or comes next in the person's agenda; nothing without any. */
export function MyAgenda({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const items = useLive((db) => readAgenda(db, event.id), [event.id]);
  const now = useNow(15_000);
  const { ongoing, next } = nowAndNext(items ?? [], now);
  if (ongoing.length + next.length === 0) return null;
  return <NowAndNext title={t('agenda.title')} href="/agenda" ongoing={ongoing} next={next} {...{ formats, news: [], now }} />;
}
