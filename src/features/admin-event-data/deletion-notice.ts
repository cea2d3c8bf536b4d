import { deletionOf } from '#contract/rules/kept-days.ts';
import { times } from '#contract/times.ts';
import type { AdminNotice } from '#feature-kit/feature.ts';

/** Time (ms) before the deletion that organisers see the notice: their mail comes a week before, or 30 days before if that was missed. */
const shownFor = 30 * times.day;

export const deletionNotice: AdminNotice = async (db, eventId, now) => {
  const event = await db.mirror('events').get(eventId);
  const at = event ? deletionOf(event) : Number.NaN;
  if (!(now >= at - shownFor && now < at)) return null;
  return ({ t, formats }) => t('admin_event_data.deletion_near', { date: formats.longDate(new Date(at).toISOString()) });
};
