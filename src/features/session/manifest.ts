import type { Manifest } from '#feature-kit/feature.ts';
import { route } from '#feature-kit/route.ts';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';

const LoginScreen = lazyComponent(async () => (await import('./login-screen.tsx')).LoginScreen);
const RegisterScreen = lazyComponent(async () => (await import('./register-screen.tsx')).RegisterScreen);
const StorageFailedScreen = lazyComponent(async () => (await import('./storage-failed-screen.tsx')).StorageFailedScreen);
const LogoutScreen = lazyComponent(async () => (await import('./logout-screen.tsx')).LogoutScreen);

export const session: Manifest = {
  places: { login: LoginScreen, register: RegisterScreen, storageFailed: StorageFailedScreen },
  routes: [route('/logout', LogoutScreen)],
  icons: { settings: '⚙️', '/logout': '🚪' },
};
