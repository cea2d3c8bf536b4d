import { datesFit } from '#contract/rules/event-dates.ts';
import type { AdminLine } from '#feature-kit/feature.ts';

export const adminLine: AdminLine = async (db, eventId) => {
  const event = await db.mirror('events').get(eventId);
  return ({ t, formats }) => {
    if (!event) return '';
    const { startDate, endDate, visible } = event;
    const days = datesFit(event) ? formats.days(startDate, endDate) : formats.dateTime(startDate);
    return `${days} · ${t(visible ? 'admin_event_data.is_visible' : 'admin_event_data.is_hidden')}`;
  };
};
