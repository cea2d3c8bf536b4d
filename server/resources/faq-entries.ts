import { faqEntries } from '#contract/resources/faq-entries.ts';
import { describeResource } from './definition/descriptor.ts';
import { menuEntry } from './definition/module-definition.ts';

export const faqEntriesDescriptor = describeResource({
  resource: faqEntries,
  table: 'faq_entries',
  lists: [
    {
      path: '/api/faq',
      access: 'member',
      summary: 'Questions and answers of the organisers',
      order: ['position', 'id'],
      arranged: 'faqEntries',
    },
  ],
  module: {
    id: 13,
    name: 'faq',
    optional: true,
    menu_entries: [menuEntry('menu.faq', 'faq', '/faq')],
    home_components: [],
  },
});
