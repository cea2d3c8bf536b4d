import { calendarLinks } from '#contract/resources/calendars.ts';
import { describeResource } from './descriptor.ts';

export const calendarLinksDescriptor = describeResource({
  resource: calendarLinks,
  table: 'calendar_links',
  isPrivate: true,
  person: { field: 'userId', fate: 'theirs' },
});
