import type { AdminLine } from '#feature-kit/feature.ts';
import { readAnswers } from './read-answers.ts';
import { isNew, readSeen } from './seen-answers.ts';

/** "12 answers, 3 new": new since the last visit of the screen on this device. */
export const feedbackLine: AdminLine = async (db, eventId) => {
  const answers = await readAnswers(db, eventId);
  const seen = await readSeen(db, eventId);
  const fresh = answers.filter((answer) => isNew(answer, seen)).length;
  return ({ t }) => {
    if (answers.length === 0) return t('admin_feedback.line_none');
    const line = t('admin_feedback.count', { count: answers.length });
    return fresh === 0 ? line : `${line}, ${t('admin_feedback.line_new', { number: fresh })}`;
  };
};
