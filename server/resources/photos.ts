import { photos } from '#contract/resources/photos.ts';
import { describeResource } from './definition/descriptor.ts';
import { component, menuEntry } from './definition/module-definition.ts';

export const photosDescriptor = describeResource({
  resource: photos,
  table: 'photos',
  person: { field: 'authorId', fate: 'shared' },
  lists: [
    {
      path: '/api/photo',
      eventIn: 'eventId',
      access: 'member',
      summary: 'Photos of an event, as data URLs or links',
      order: ['-order', '-id'],
      pages: { rows: 'photos', total: 'totalPhotos' },
    },
  ],
  news: { setting: 'pictures', path: '/pictures', text: ({ description }) => description },
  module: {
    id: 8,
    name: 'pictures',
    optional: true,
    menu_entries: [menuEntry('menu.pictures', 'pictures', '/pictures')],
    home_components: [component('recent_photos', { count: 1 })],
  },
});
