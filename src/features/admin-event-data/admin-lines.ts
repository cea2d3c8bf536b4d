import { datesFit } from '#contract/rules/event-dates.ts';
import { deletionOf } from '#contract/rules/kept-days.ts';
import { times } from '#contract/times.ts';
import type { AdminLine, AdminNotice } from '#feature-kit/feature.ts';

export const adminLine: AdminLine = async (db, eventId) => {
  const event = await db.mirror('events').get(eventId);
  return ({ t, formats }) => {
    if (!event) return '';
    const { startDate, endDate, visible } = event;
    const days = datesFit(event) ? formats.days(startDate, endDate) : formats.dateTime(startDate);
    return `${days} · ${t(visible ? 'admin_event_data.is_visible' : 'admin_event_data.is_hidden')}`;
  };
};

/** Time (ms) before the deletion that organisers see the notice: their mail comes a week before, or 30 days before if that was missed. */
const shownFor = 30 * times.day;

export const deletionNotice: AdminNotice = async (db, eventId, now) => {
  const event = await db.mirror('events').get(eventId);
  const at = event ? deletionOf(event) : Number.NaN;
  if (!(now >= at - shownFor && now < at)) return null;
  return ({ t, formats }) => t('admin_event_data.deletion_near', { date: formats.longDate(new Date(at).toISOString()) });
};
