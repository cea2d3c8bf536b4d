import { type Language, languages } from '#contract/languages.ts';

export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const key = 'language';
const fallback: Language = 'en';

/** Returns the language chosen on this device, else the first supported one of the browser, else English. */
export function chosenLanguage(): Language {
  const preferred = [remembered(), ...navigator.languages].map((tag) => tag?.split('-')[0]);
  return preferred.map((tag) => languages.find((language) => language === tag)).find((language) => language !== undefined) ?? fallback;
}

/** Without storage the app must still report that in the phone's language. */
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

/** Returns a tag as one of our languages. */
export function languageOf(tag: string | undefined): Language {
  return languages.find((language) => language === tag?.split('-')[0]) ?? fallback;
}

/** Returns the BCP 47 tag for dates in a language: the variant of the browser, else British English. */
export function regionalTag(language: Language): string {
  return navigator.languages.find((tag) => tag.startsWith(`${language}-`)) ?? (language === 'en' ? 'en-GB' : language);
}
