import { createInstance, type ResourceLanguage } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { LoginScreen } from './login-screen.tsx';
import { SessionProvider } from '#sync/react/hooks.tsx';
import type { SessionForScreens } from '#sync/session/early-session.ts';

/** Returns the HTML of the sign-in screen with these texts. The build puts it into the page, which shows it before the app is loaded. */
export async function signInPicture(language: string, texts: ResourceLanguage): Promise<string> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ lng: language, resources: { [language]: { common: texts } }, defaultNS: 'common' });
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <SessionProvider session={{} as SessionForScreens}>
        <Router hook={useHashLocation} ssrPath="/home">
          <LoginScreen unsentOf={[]} />
        </Router>
      </SessionProvider>
    </I18nextProvider>,
  );
  // Until the app is there, the form must not send a password in an address.
  return html.replaceAll(/<link rel="preload"[^>]*>/g, '').replace('<form ', '<form method="dialog" ');
}
