import i18next from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { chosenLanguage, type Language, languageOf, languages, rememberLanguage } from './languages.ts';

/** Loads the catalogue of this device's language, with English behind it. Resolves also when a catalogue could not be loaded. */
export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (tag) => {
    document.documentElement.lang = languageOf(tag);
  });
  await i18next
    .use(HttpBackend)
    .use(initReactI18next)
    .init({
      lng: chosenLanguage(),
      fallbackLng: 'en',
      supportedLngs: languages,
      load: 'languageOnly',
      ns: ['common', 'errors'],
      defaultNS: 'common',
      backend: { loadPath: `/locales/{{lng}}/{{ns}}.json?v=${__LOCALE_VERSION__}` },
      // React escapes what it renders.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
}

export async function changeLanguage(language: Language): Promise<void> {
  rememberLanguage(language);
  await i18next.changeLanguage(language);
}
