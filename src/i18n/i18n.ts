import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languages } from '../../contract/languages.ts';
import { chosenLanguage, languageOf, rememberLanguage } from './languages.ts';

/** Fetches one catalogue; the version keeps a new app from the old texts in a cache. */
const catalogues = {
  type: 'backend' as const,
  callbackApi: false,
  read: async (language: string, namespace: string): Promise<unknown> => {
    const response = await fetch(`/locales/${language}/${namespace}.json?v=${__LOCALE_VERSION__}`);
    if (!response.ok) throw new Error(`catalogue ${language}/${namespace}: ${response.status}`);
    return response.json() as Promise<unknown>;
  },
};

/** Loads the catalogue of this device's language, with English behind it. Resolves also when a catalogue could not be loaded. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (tag) => {
    document.documentElement.lang = languageOf(tag);
  });
  await i18next
    .use(catalogues)
    .use(initReactI18next)
    .init({
      lng: chosenLanguage(),
      fallbackLng: 'en',
      supportedLngs: languages,
      load: 'languageOnly',
      ns: ['common', 'errors'],
      defaultNS: 'common',
      // React escapes what it renders.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
}

export async function changeLanguage(language: Language): Promise<void> {
  rememberLanguage(language);
  await i18next.changeLanguage(language);
}
