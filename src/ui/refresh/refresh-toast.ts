import type { TFunction } from 'i18next';
import { toast } from '#ui/overlays/toasts.ts';
import { sentences } from '#i18n/texts.ts';

/** A screen with texts of its own, or `pull` for all others. */
type Area = 'pull' | 'chat' | 'photos' | 'schedule' | 'sharing' | 'contact_links' | 'calendar' | 'dating' | 'date_matches' | 'meetup_list';

type Problem = 'no-network' | 'no-server' | { readonly status: number };

/** Returns a function that shows why the content may be outdated after a refresh; `lead` precedes the text. */
export function refreshToast(t: TFunction, area: Area = 'pull', lead = ''): (problem: Problem) => void {
  const textOf = (problem: Problem): string => {
    if (problem === 'no-server') return t('pull.no_server');
    return problem === 'no-network' ? t(`${area}.error_fetch`) : t(`${area}.error`, problem);
  };
  return (problem) => toast(sentences(lead, textOf(problem)), 'error');
}
