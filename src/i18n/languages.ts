import { type Language, languages } from '../../contract/languages.ts';

/** Each language by its own name. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const key = 'language';
const fallback: Language = 'en';

/** The language chosen on this device, else the first of the browser's that we speak, else English. */
export function chosenLanguage(): Language {
  const wanted = [remembered(), ...navigator.languages].map((tag) => tag?.split('-')[0]);
  return wanted.map((tag) => languages.find((language) => language === tag)).find((language) => language !== undefined) ?? fallback;
}

/** Where the browser allows no storage, the app still has to say so, and in the phone's language. */
function remembered(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(key, language);
}

/** The language that i18next is in, as one of ours. */
export function languageOf(tag: string | undefined): Language {
  return languages.find((language) => language === tag?.split('-')[0]) ?? fallback;
}

/** BCP 47 tag for dates in a language: the person's own variant where the browser names one, British English otherwise. */
export function regionalTag(language: Language): string {
  return navigator.languages.find((tag) => tag.startsWith(`${language}-`)) ?? (language === 'en' ? 'en-GB' : language);
}
