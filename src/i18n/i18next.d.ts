import 'i18next';
import type common from '../../public/locales/en/common.json';
import type errors from '../../public/locales/en/errors.json';
import type pages from '../../public/locales/en/pages.json';

// Keys are types: a key missing in the English catalogue does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: { common: typeof common; errors: typeof errors; pages: typeof pages };
  }
}
