import Bell from 'lucide-react/icons/bell';
import Calendar from 'lucide-react/icons/calendar';
import type { NewItems } from '#feature-kit/feature.ts';
import { unseenChangesOf } from '#sync/mirror/unseen.ts';
import { entryPath } from '../entry-path.ts';
import { entryOf, scheduleNews } from './use-schedule-news.ts';

/** Lists unseen changes of the schedule by others; those of the person's agenda have a bell. */
export const newChanges: NewItems = async (db, eventId) => {
  const news = scheduleNews(await unseenChangesOf(db, 'schedule'), eventId);
  const marks = await db.mirror('marks').bulkGet(news.map(({ entryId }) => `${entryId}-${db.userId}`));
  return news.map((item, index) => {
    const { id, title, startDate } = entryOf(item);
    return {
      key: `schedule ${item.id}`,
      at: item.at,
      icon: marks[index]?.starred ? Bell : Calendar,
      text: ({ t, formats }) => t(`schedule_news.line_${item.kind}`, { title, time: formats.dateTime(startDate) }),
      href: entryPath(id),
    };
  });
};
