import type { TFunction } from 'i18next';
import { toast } from '#ui/overlays/toasts.ts';
import { sentences } from '#i18n/texts.ts';

/** The texts of one screen, or `pull` for all others. */
const words = {
  pull: { offline: 'pull.error_fetch', refused: 'pull.error' },
  chat: { offline: 'chat.error_fetch', refused: 'chat.error' },
  photos: { offline: 'photos.error_fetch', refused: 'photos.error' },
  schedule: { offline: 'schedule.error_fetch', refused: 'schedule.error' },
  sharing: { offline: 'sharing.error_fetch', refused: 'sharing.error' },
  contact_links: { offline: 'contact_links.error_fetch', refused: 'contact_links.error' },
  calendar: { offline: 'calendar.error_fetch', refused: 'calendar.error' },
  dating: { offline: 'dating.error_fetch', refused: 'dating.error' },
  date_matches: { offline: 'date_matches.error_fetch', refused: 'date_matches.error' },
  meetup_list: { offline: 'meetup_list.error_fetch', refused: 'meetup_list.error' },
} as const;

type Problem = 'no-network' | 'no-server' | { readonly status: number };

/** Returns a function that shows why the content may be outdated after a refresh; `lead` precedes the text. */
export function refreshToast(t: TFunction, area: keyof typeof words = 'pull', lead = ''): (problem: Problem) => void {
  const { offline, refused } = words[area];
  const textOf = (problem: Problem): string => {
    if (problem === 'no-server') return t('pull.no_server');
    return problem === 'no-network' ? t(offline) : t(refused, problem);
  };
  return (problem) => toast(sentences(lead, textOf(problem)), 'error');
}
