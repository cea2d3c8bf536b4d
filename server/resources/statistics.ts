import { evidence, statistics, userStatistics } from '#contract/resources/statistics.ts';
import { describeResource } from './definition/descriptor.ts';
import { component, menuEntry } from './definition/module-definition.ts';

export const statisticsDescriptor = describeResource({
  resource: statistics,
  table: 'statistics',
  module: {
    id: 11,
    name: 'statistics',
    optional: true,
    menu_entries: [menuEntry('menu.statistics', 'statistics', '/statistics')],
    home_components: [component('statistic_highscores')],
  },
});

export const userStatisticsDescriptor = describeResource({
  resource: userStatistics,
  table: 'user_statistics',
  person: { field: 'userId', fate: 'theirs' },
});

export const evidenceDescriptor = describeResource({
  resource: evidence,
  table: 'evidence',
  person: { field: 'authorId', fate: 'theirs' },
});
