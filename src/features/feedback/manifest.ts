import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { FeedbackForm } from './feedback-form.tsx';

const FeedbackScreen = lazyComponent(async () => (await import('./feedback-screen.tsx')).FeedbackScreen);

export const feedback: Manifest = {
  routes: [route('/feedback', FeedbackScreen)],
  home: { feedback_form: FeedbackForm },
  commands: () => import('./commands.ts'),
  icons: { feedback: '📝' },
};
