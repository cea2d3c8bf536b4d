import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const VerifyEmailScreen = lazyComponent(async () => (await import('./verify-email-screen.tsx')).VerifyEmailScreen);
const ForgotPasswordScreen = lazyComponent(async () => (await import('./forgot-password-screen.tsx')).ForgotPasswordScreen);
const ResetPasswordScreen = lazyComponent(async () => (await import('./reset-password-screen.tsx')).ResetPasswordScreen);
const RevertAddressScreen = lazyComponent(async () => (await import('./revert-address-screen.tsx')).RevertAddressScreen);

const tokenIn = (query: string | undefined): string | null => new URLSearchParams(query).get('token');

/** Screens that mails link to. They are public, because a link is opened on any device. */
export const accountLinks: Manifest = {
  routes: [
    route(/^\/verify-email\/?(?:\?(?<query>.*))?$/, VerifyEmailScreen, {
      outside: true,
      preload: 'never',
      props: ({ query }) => ({ given: tokenIn(query) }),
    }),
    route(/^\/revert-address\/?(?:\?(?<query>.*))?$/, RevertAddressScreen, {
      outside: true,
      preload: 'never',
      props: ({ query }) => ({ given: tokenIn(query) }),
    }),
    route('/forgot-password', ForgotPasswordScreen, { outside: true, preload: 'never' }),
    route(/^\/reset-password\/?(?:\?(?<query>.*))?$/, ResetPasswordScreen, {
      outside: true,
      preload: 'never',
      props: ({ query }) => ({ given: tokenIn(query) }),
    }),
  ],
};
