import { useObservable, useSync } from '../sync/react/hooks.tsx';
import { isOwn, isPicture } from '../sync/wire/own-answer.ts';

/** Why a picture is not to be had: the server's status, or null where it was not our server that spoke. */
export type PictureProblem = { readonly status: number | null };

/** What an answer has to say against being the picture that was asked for; null where it is one. */
export function problemOf(answer: Response): PictureProblem | null {
  if (answer.ok && isPicture(answer)) return null;
  return { status: isOwn(answer) ? answer.status : null };
}

/** Asks why a picture does not come, without asking for the picture; null where it can be had by now. */
export async function problemWith(url: string, signal: AbortSignal): Promise<PictureProblem | null> {
  try {
    return problemOf(await fetch(url, { method: 'HEAD', signal }));
  } catch {
    return { status: null };
  }
}

/** What there is to say of it; each place has its own words for each. */
export type PictureReason = 'error' | 'no_server' | 'no_network';

/** Gives the reason behind it. Without our server's word it is the engine that knows whether there is a network. */
export function useReasonOf(): (problem: PictureProblem) => PictureReason {
  const { status } = useSync();
  useObservable(status);
  return (problem) => {
    if (problem.status !== null) return 'error';
    return status.get().gateway ? 'no_server' : 'no_network';
  };
}
