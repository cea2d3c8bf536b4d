import { Dexie } from 'dexie';
import type { AdminLine } from '#feature-kit/feature.ts';
import { readSeen } from './seen-answers.ts';

/** "12 answers, 3 new": new since the last visit of the screen on this device. Counts by the index: reading an answer needs its schema. */
export const feedbackLine: AdminLine = async (db, eventId) => {
  const countAfter = (time: string): Promise<number> =>
    db.mirror('feedbackAnswers').where('[eventId+createdAt]').between([eventId, time], [eventId, Dexie.maxKey], false).count();
  const [all, fresh] = await Promise.all([countAfter(''), readSeen(db, eventId).then(countAfter)]);
  return ({ t }) => {
    if (all === 0) return t('admin_feedback.line_none');
    const line = t('admin_feedback.count', { count: all });
    return fresh === 0 ? line : `${line}, ${t('admin_feedback.line_new', { number: fresh })}`;
  };
};
