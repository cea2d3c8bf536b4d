import { contactLinks } from '#contract/resources/contact-links.ts';
import { describeResource } from './definition/descriptor.ts';
import { menuEntry } from './definition/module-definition.ts';

export const contactLinksDescriptor = describeResource({
  resource: contactLinks,
  table: 'contact_links',
  lists: [
    {
      path: '/api/contactlinks',
      access: 'member',
      summary: 'Blocks of contact links',
      order: ['position', 'id'],
      arranged: 'contactLinks',
    },
  ],
  module: {
    id: 17,
    name: 'contact_links',
    optional: true,
    menu_entries: [menuEntry('menu.contact_links', 'network', '/contact-links')],
    home_components: [],
  },
});
