import { Dexie } from 'dexie';
import type { AdminLine } from '#feature-kit/feature.ts';

export const faqLine: AdminLine = async (db, eventId) => {
  const entries = db.mirror('faqEntries').where('[eventId+position]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]);
  const count = await entries.count();
  return ({ t }) => (count === 0 ? t('admin_faq.line_none') : t('admin_faq.line', { count }));
};
