import { statistics } from '#contract/resources/statistics.ts';
import { describeResource } from './descriptor.ts';
import { component, menuEntry } from './modules/module-definition.ts';

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
