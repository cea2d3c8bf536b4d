import { posts } from '../../contract/resources/posts.ts';
import { describeResource } from './descriptor.ts';
import { component, menuEntry } from './module-definition.ts';

export const postsDescriptor = describeResource({
  resource: posts,
  table: 'posts',
  person: { field: 'authorId', fate: 'shared' },
  news: { setting: 'chats', path: '/chat', text: ({ content }) => content },
  module: {
    id: 3,
    name: 'chat',
    optional: true,
    menu_entries: [menuEntry('menu.chat', 'chat', '/chat')],
    home_components: [component('recent_posts', { count: 2 })],
  },
});
