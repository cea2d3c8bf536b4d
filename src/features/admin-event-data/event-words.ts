import { labelsOf } from '#commands/command-fields.ts';
import type { BaseRow } from '#contract/resource.ts';
import type { EventRow } from '#contract/resources/events.ts';
import type { ConflictWords, Words } from '#feature-kit/command-presenter.ts';
import type { Fields } from '#sync/mirror/merge.ts';

export const eventWords = {
  name: (_words: Words, row: BaseRow): string => (row as EventRow).title,
  label: labelsOf({
    title: 'event_form.title',
    description: 'event_form.description',
    startDate: 'event_form.dates',
    dateLocale: 'event_form.date_locale',
    visible: 'event_form.visible',
    codeRequired: 'event_form.code_required',
    headerImage: 'event_form.picture',
    keptDays: 'event_form.kept_days',
  }),
  value: ({ t, formats }: Words, fields: Fields): string => {
    const { title, description, startDate, endDate, timeZone, dateLocale, visible, codeRequired, headerImage, keptDays } =
      fields as Partial<EventRow>;
    // Dates of a change that has a zone are in that zone.
    const own = timeZone === undefined ? formats : formats.inZone(timeZone);
    const dates = [startDate, endDate].filter((date) => date !== undefined).map((date) => own.dateTime(date));
    const lines = [
      title,
      dates.join(' – '),
      timeZone,
      dateLocale === 'auto' ? t('event_form.date_locale_auto') : dateLocale,
      visible === undefined ? null : t(visible ? 'admin_event_data.is_visible' : 'admin_event_data.is_hidden'),
      codeRequired === undefined ? null : t(codeRequired ? 'admin_event_data.is_code_required' : 'admin_event_data.is_open'),
      headerImage === undefined ? null : t(headerImage === null ? 'admin_event_data.no_picture' : 'event_form.picture'),
      keptDays == null ? null : t('event_form.kept_days_count', { count: keptDays }),
      description,
    ];
    return lines.filter(Boolean).join('\n');
  },
} satisfies ConflictWords;
