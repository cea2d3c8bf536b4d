import { Dexie } from 'dexie';
import type { AdminLine } from '#feature-kit/feature.ts';

export const contactLinksLine: AdminLine = async (db, eventId) => {
  const blocks = db.mirror('contactLinks').where('[eventId+position]').between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]);
  const count = await blocks.count();
  return ({ t }) => t('contact_links.line', { count });
};
