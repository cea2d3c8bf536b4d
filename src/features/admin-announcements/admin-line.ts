import { Dexie } from 'dexie';
import type { AdminLine } from '#feature-kit/feature.ts';

export const adminLine: AdminLine = async (db, eventId) => {
  const rows = await db
    .mirror('announcements')
    .where('[eventId+order]')
    .between([eventId, Dexie.minKey], [eventId, Dexie.maxKey])
    .toArray();
  const active = rows.filter((row) => row.active).length;
  return ({ t }) => `${t('admin_announcements.line', { count: rows.length })} · ${t('admin_announcements.line_active', { count: active })}`;
};
