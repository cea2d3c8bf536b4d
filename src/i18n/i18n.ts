import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languages } from '#contract/languages.ts';
import { chosenLanguage, languageOf, rememberLanguage } from './languages.ts';

/** Fetches one catalogue; the version prevents a new app from using old cached texts. */
async function catalogue(language: string, namespace: string): Promise<unknown> {
  const path = `/locales/${language}/${namespace}.json?v=${__LOCALE_VERSION__}`;
  const ahead = globalThis.textsAhead;
  globalThis.textsAhead = undefined;
  const response = (ahead?.path === path && (await ahead.answer)) || (await fetch(path));
  if (!response.ok) throw new Error(`catalogue ${language}/${namespace}: ${response.status}`);
  return response.json() as Promise<unknown>;
}

const fallback: Language = 'en';

/** Both languages are complete: English is fetched only if the other fails. */
const catalogues = {
  type: 'backend' as const,
  callbackApi: false,
  read: (language: string, namespace: string): Promise<unknown> =>
    catalogue(language, namespace).catch((error: unknown) => {
      if (language === fallback) throw error;
      return catalogue(fallback, namespace);
    }),
};

export const loadErrorTexts = (): Promise<void> => i18next.loadNamespaces('errors');

/** Loads the texts of this device's language. Also resolves if they could not be loaded. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (tag) => {
    document.documentElement.lang = languageOf(tag);
  });
  await i18next
    .use(catalogues)
    .use(initReactI18next)
    .init({
      lng: chosenLanguage(),
      fallbackLng: false,
      supportedLngs: languages,
      load: 'languageOnly',
      ns: ['common'],
      defaultNS: 'common',
      // React escapes its output.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
}

export async function changeLanguage(language: Language): Promise<void> {
  rememberLanguage(language);
  await i18next.changeLanguage(language);
}
