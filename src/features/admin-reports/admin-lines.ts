import type { AdminLine } from '#feature-kit/feature.ts';

export const reportsLine: AdminLine = async (db, eventId) => {
  const reports = await db.mirror('reports').toArray();
  const count = reports.filter((report) => !report.$gone && report.eventId === eventId && report.state === 'open').length;
  return ({ t }) => (count === 0 ? t('admin_reports.line_none') : t('admin_reports.line_open', { count }));
};
