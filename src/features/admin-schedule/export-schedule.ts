import type { TFunction } from 'i18next';
import type { EventRow } from '#contract/resources/events.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import { csvFile, delimiterIn, writeRows } from '#lib/csv.ts';
import { fileNameOf, saveFile } from '#ui/actions/save-file.ts';
import { toWallClock } from '#i18n/wall-clock.ts';
import { type TableWords, writeTable, writtenColumns } from './import/table-format.ts';

const wordsOf = (t: TFunction, language: string): TableWords => ({
  heading: (column) => t(`admin_schedule.column.${column}`),
  delimiter: delimiterIn(language),
});

const save = (name: string, text: string): void => saveFile(`${fileNameOf(name)}.csv`, csvFile(text));

export function exportSchedule(event: EventRow, rows: readonly ScheduleEntry[], t: TFunction, language: string): void {
  save(event.title, writeTable(rows, event.timeZone, wordsOf(t, language)));
}

/** Saves a table with the headings and one example on the first day of the event. */
export function saveTemplate(event: EventRow, t: TFunction, language: string): void {
  const { heading, delimiter } = wordsOf(t, language);
  const day = toWallClock(event.startDate, event.timeZone).slice(0, 10);
  const example: Partial<Record<(typeof writtenColumns)[number], string>> = {
    title: t('admin_schedule.import.example_title'),
    start: `${day} 09:00`,
    end: `${day} 10:00`,
    locationName: t('admin_schedule.import.example_place'),
  };
  const columns = writtenColumns.filter((column) => column !== 'id');
  save(
    t('admin_schedule.import.template_name'),
    writeRows([columns.map(heading), columns.map((column) => example[column] ?? '')], delimiter),
  );
}
