import type { AdminLine } from '#feature-kit/feature.ts';

export const codesLine: AdminLine = async (db, eventId) => {
  const codes = (await db.mirror('codes').where('eventId').equals(eventId).toArray()).filter(({ $gone }) => !$gone);
  const used = codes.filter((code) => code.used).length;
  return ({ t }) => `${t('event_codes.line', { count: codes.length })}, ${t('event_codes.line_used', { number: used })}`;
};
