import { marks } from '#contract/resources/marks.ts';
import { describeResource } from './definition/descriptor.ts';
import { component, menuEntry } from './definition/module-definition.ts';

export const marksDescriptor = describeResource({
  resource: marks,
  table: 'marks',
  isPrivate: true,
  person: { field: 'userId', fate: 'theirs' },
  module: {
    id: 21,
    name: 'agenda',
    optional: true,
    menu_entries: [menuEntry('menu.agenda', 'agenda', '/agenda')],
    home_components: [component('my_agenda', { count: 2 })],
  },
});
