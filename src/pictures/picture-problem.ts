import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useObservable, useSync } from '../sync/react/hooks.tsx';
import { isOwn, isPicture } from '../sync/wire/own-answer.ts';

/** Why a picture is not to be had: the server's status, or null where it was not our server that spoke. */
export type PictureProblem = { readonly status: number | null };

/** What an answer has to say against being the picture that was asked for; null where it is one. */
export function problemOf(answer: Response): PictureProblem | null {
  if (answer.ok && isPicture(answer)) return null;
  return { status: isOwn(answer) ? answer.status : null };
}

/** Gives the words for it. Without our server's word it is the engine that knows whether there is a network. */
export function useProblemText(): (problem: PictureProblem) => string {
  const { t } = useTranslation();
  const { status } = useSync();
  useObservable(status);
  return (problem) => problemText(t, problem, status.get().gateway);
}

function problemText(t: TFunction, { status }: PictureProblem, gateway: boolean): string {
  if (status !== null) return t('picture_view.error', { status });
  return t(gateway ? 'picture_view.no_server' : 'picture_view.no_network');
}
