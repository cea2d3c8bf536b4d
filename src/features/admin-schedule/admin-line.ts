import { Dexie } from 'dexie';
import type { AdminLine } from '#feature-kit/feature.ts';
import { clock } from '#i18n/clock.ts';

export const adminLine: AdminLine = async (db, eventId) => {
  const rows = db.mirror('schedule');
  const from = (start: unknown) => rows.where('[eventId+startDate]').between([eventId, start], [eventId, Dexie.maxKey]);
  const count = await from(Dexie.minKey).count();
  const next = await from(new Date(clock.now()).toISOString()).first();
  return ({ t, formats }) => {
    const counted = t('admin_schedule.line', { count });
    if (!next) return counted;
    const when = `${formats.dayAndMonth(next.startDate)}, ${formats.clock(next.startDate)}`;
    return `${counted} · ${t('admin_schedule.line_next', { title: next.title, when })}`;
  };
};
