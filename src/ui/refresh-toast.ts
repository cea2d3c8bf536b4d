import type { TFunction } from 'i18next';
import { toast } from './toasts.ts';

/** Whose words are used: those of one screen, or `pull` for what is there for all. */
type Area = 'pull' | 'chat' | 'photos' | 'schedule' | 'meetup_list';

/** Gives what says, after a refresh, why what is shown may not be the latest; `lead` comes before it. */
export function refreshToast(t: TFunction, area: Area = 'pull', lead = ''): (problem: 'no-network' | { readonly status: number }) => void {
  return (problem) => {
    const reason = problem === 'no-network' ? t(`${area}.error_fetch`) : t(`${area}.error`, problem);
    toast(`${lead} ${reason}`.trim(), 'error');
  };
}
