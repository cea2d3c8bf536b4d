import type { AdminLine } from '../../feature-kit/feature.ts';

/** Returns the number of codes and of the used ones. */
export const codesLine: AdminLine = async (db, eventId) => {
  const codes = (await db.mirror('codes').where('eventId').equals(eventId).toArray()).filter(({ $gone }) => !$gone);
  const used = codes.filter((code) => code.used).length;
  return ({ t }) => `${t('event_codes.line', { count: codes.length })}, ${t('event_codes.line_used', { number: used })}`;
};
