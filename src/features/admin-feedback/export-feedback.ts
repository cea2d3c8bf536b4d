import type { TFunction } from 'i18next';
import { feedbackOptions } from '#contract/rules/rich-feedback.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { formatsFor } from '#i18n/formats.ts';
import { csvFile, delimiterIn, writeRows } from '#lib/csv.ts';
import { fileNameOf, saveFile } from '#ui/actions/save-file.ts';
import { type Answer, mayBreakDown } from './read-answers.ts';

/** Saves the answers as CSV, newest first; without stars and votes as long as the screen does not show them. */
export function exportFeedback(event: EventRow, answers: readonly Answer[], t: TFunction, language: string): void {
  const { dayKey } = formatsFor(event, language);
  const options = mayBreakDown(answers) ? feedbackOptions : [];
  const voteWords = { [1]: t('feedback.for'), [-1]: t('feedback.against'), [0]: '' };
  const ratedBy = ({ rich }: Answer): readonly string[] => {
    if (options.length === 0) return [];
    const rating = rich && rich.rating > 0 ? String(rich.rating) : '';
    return [rating, ...options.map((option) => voteWords[rich?.votes[option] ?? 0])];
  };
  const headings = options.length === 0 ? [] : [t('feedback.rating'), ...options.map((option) => t(`feedback.option_${option}`))];
  const listed = answers.filter((answer) => options.length > 0 || answer.text !== '');
  const rows = [
    [t('admin_feedback.sheet_day'), ...headings, t('admin_feedback.sheet_comment')],
    ...listed.map((answer) => [dayKey(answer.createdAt), ...ratedBy(answer), answer.text]),
  ];
  saveFile(`${fileNameOf(`${event.title} ${t('admin_feedback.title')}`)}.csv`, csvFile(writeRows(rows, delimiterIn(language))));
}
