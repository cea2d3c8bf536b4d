import { userStatistics } from '#contract/resources/user-statistics.ts';
import { describeResource } from './descriptor.ts';

export const userStatisticsDescriptor = describeResource({
  resource: userStatistics,
  table: 'user_statistics',
  person: { field: 'userId', fate: 'theirs' },
});
