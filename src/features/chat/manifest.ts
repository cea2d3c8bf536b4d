import type { Manifest } from '#feature-kit/feature.ts';
import { pageNumber, route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { newPosts } from './new-posts.ts';
import { RecentPosts } from './recent-posts.tsx';

const ChatScreen = lazyComponent(async () => (await import('./chat-screen.tsx')).ChatScreen);

export const chat: Manifest = {
  routes: [route('/chat/:page?', ChatScreen, { props: ({ page }) => ({ page: pageNumber(page) }) })],
  home: { recent_posts: RecentPosts },
  commands: () => import('./commands.ts'),
  newItems: { path: '/chat', list: newPosts },
  icons: { chat: '💬' },
};
