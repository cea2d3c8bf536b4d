import { userStatistics } from '#contract/resources/statistics.ts';
import { describeResource } from './descriptor.ts';

export const userStatisticsDescriptor = describeResource({
  resource: userStatistics,
  table: 'user_statistics',
  person: { field: 'userId', fate: 'theirs' },
});
