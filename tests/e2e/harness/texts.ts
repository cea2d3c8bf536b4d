import i18next, { type TFunction } from 'i18next';
import deCommon from '../../../public/locales/de/common.json' with { type: 'json' };
import deErrors from '../../../public/locales/de/errors.json' with { type: 'json' };
import enCommon from '../../../public/locales/en/common.json' with { type: 'json' };
import dePages from '../../../public/locales/de/pages.json' with { type: 'json' };
import enErrors from '../../../public/locales/en/errors.json' with { type: 'json' };
import enPages from '../../../public/locales/en/pages.json' with { type: 'json' };
import type { Language } from '#contract/languages.ts';

const i18n = i18next.createInstance();
await i18n.init({
  resources: {
    en: { common: enCommon, errors: enErrors, pages: enPages },
    de: { common: deCommon, errors: deErrors, pages: dePages },
  },
  lng: 'en',
  ns: ['common', 'errors', 'pages'],
  defaultNS: 'common',
  interpolation: { escapeValue: false },
});

/** The app's own texts, so that no test repeats them. */
export const texts: Record<Language, TFunction> = { en: i18n.getFixedT('en'), de: i18n.getFixedT('de') };

/** The texts of screens with a catalogue of their own. */
export const pageTexts = { en: i18n.getFixedT('en', 'pages'), de: i18n.getFixedT('de', 'pages') };

export const t = texts.en;
