import type { Attendance } from '#contract/resources/attendances.ts';
import { attendanceId } from '#contract/rules/own-rows.ts';
import { type Mark, markId } from '#contract/resources/marks.ts';
import type { Meetup } from '#contract/resources/meetups.ts';
import type { OwnEntry } from '#contract/resources/own-entries.ts';
import type { ScheduleEntry } from '#contract/resources/schedule.ts';
import type { CampContext } from './content.ts';
import { instantOf } from './times.ts';

/** People with stars: those who sign in, by the place of their first star in the schedule and the distance to the next. */
const stars: readonly { readonly by: string; readonly first: number; readonly step: number }[] = [
  { by: 'anna', first: 6, step: 4 },
  { by: 'ben', first: 5, step: 6 },
  { by: 'orga', first: 8, step: 7 },
];

const notes: Readonly<Record<string, string>> = { anna: 'Handtuch mitnehmen!' };

export function markRows({ eventId, userIds }: CampContext, schedule: readonly ScheduleEntry[]): Mark[] {
  return stars.flatMap(({ by, first, step }) => {
    const userId = userIds.get(by) as number;
    return schedule
      .filter((_entry, index) => index >= first && (index - first) % step === 0)
      .map(({ id }, index) => ({
        id: markId(id, userId),
        version: 1,
        eventId,
        userId,
        entryId: id,
        starred: true,
        hidden: false,
        remindMinutes: 10,
        note: index === 0 ? (notes[by] ?? '') : '',
      }));
  });
}

export function ownEntryRows({ eventId, userIds, calendar, newId }: CampContext): OwnEntry[] {
  const startDate = instantOf(calendar.at(1, '18:00'));
  return [
    {
      id: newId(),
      version: 1,
      eventId,
      authorId: userIds.get('anna') as number,
      title: 'Lena am Tor treffen',
      startDate,
      endDate: new Date(Date.parse(startDate) + 30 * 60_000).toISOString(),
      place: 'Eingangstor',
      note: '',
      remindMinutes: 30,
    },
  ];
}

/** Each meetup has its author and some others, the later ones fewer. */
export function attendanceRows({ eventId, userIds }: CampContext, meetups: readonly Meetup[]): Attendance[] {
  const people = [...userIds.values()];
  return meetups.flatMap(({ id, authorId }, index) => {
    const others = people.filter((userId, place) => userId !== authorId && (place + index) % (index + 3) === 0).slice(0, 7 - index);
    return [authorId, ...others].map((userId) => ({
      id: attendanceId(id, userId),
      version: 1,
      eventId,
      meetupId: id,
      userId,
      isIn: true,
      remindMinutes: 10,
    }));
  });
}
