import type { Manifest } from '#feature-kit/feature.ts';
import { pageNumber, route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { newPosts } from './new-posts.ts';
import { countNewPosts } from './read-chat.ts';
import { RecentPosts } from './recent-posts.tsx';

const ChatScreen = lazyComponent(async () => (await import('./chat-screen.tsx')).ChatScreen);

/** One route, so that a list next to a thread stays mounted. */
const path = /^\/chat(?:\/thread\/(?<thread>[^/]+)|\/(?<page>[^/]+))?\/?$/;

export const chat: Manifest = {
  routes: [route(path, ChatScreen, { props: ({ page, thread }) => (thread === undefined ? { page: pageNumber(page) } : { thread }) })],
  home: { recent_posts: RecentPosts },
  commands: () => import('./commands.ts'),
  newItems: { path: '/chat', list: newPosts },
  badge: { path: '/chat', label: 'chat.news', count: countNewPosts },
  icons: { chat: '💬' },
};
