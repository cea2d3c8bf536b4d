import { useTranslation } from 'react-i18next';
import type { Formats } from '#i18n/formats.ts';
import { useIsOffline } from '#sync/react/hooks.tsx';

/** Returns a function that adds the time (ms since the epoch) of a count by the server to its text, if the device is offline. */
export function useAsOf(formats: Formats): (words: string, at: number | null) => string {
  const { t } = useTranslation();
  const isOffline = useIsOffline();
  return (words, at) => (isOffline && at !== null ? t('outside.as_of', { words, time: formats.dateTime(at) }) : words);
}
