import type { NewItems } from '#feature-kit/feature.ts';
import { unseenChangesOf } from '#sync/mirror/unseen.ts';
import { entryPath } from '../entry-path.ts';
import { entryOf, scheduleNews } from './use-schedule-news.ts';

/** Lists unseen changes of the schedule by others. */
export const newChanges: NewItems = async (db, eventId) => {
  const unseen = await unseenChangesOf(db, 'schedule');
  return scheduleNews(unseen, eventId).map((news) => {
    const { id, title, startDate } = entryOf(news);
    return {
      key: `schedule ${news.id}`,
      at: unseen.find(({ id }) => id === news.id)?.at ?? 0,
      icon: '📅',
      text: ({ t, formats }) => t(`schedule_news.line_${news.kind}`, { title, time: formats.dateTime(startDate) }),
      href: entryPath(id),
    };
  });
};
