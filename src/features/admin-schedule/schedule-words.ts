import { labelsOf } from '#commands/command-fields.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';

/** Describes the versions of an entry in a conflict, with times in the zone of the event. */
export const scheduleWords = {
  name: (_words: Words, row: BaseRow): string => (row as ScheduleEntry).title,
  label: labelsOf({
    title: 'admin_schedule.title_label',
    startDate: 'admin_schedule.time',
    locationName: 'admin_schedule.place',
    details: 'admin_schedule.details',
  }),
  value: ({ formats }: Words, fields: Fields): string => {
    const { title, startDate, endDate, locationName, locationUrl, locationAddress, details } = fields as Partial<ScheduleEntry>;
    const time = startDate !== undefined && endDate !== undefined ? formats.span(startDate, endDate) : null;
    return [title, time, locationName, locationAddress, locationUrl, details].filter(Boolean).join('\n');
  },
} satisfies ConflictWords;
