import { calendarFeed } from '#contract/resources/calendars.ts';
import { describeResource } from './descriptor.ts';

export const calendarFeedDescriptor = describeResource({
  resource: calendarFeed,
  table: 'calendar_feed',
});
