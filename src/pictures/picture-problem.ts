import { useObservable, useSync } from '#sync/react/hooks.tsx';
import { isFromServer, isPicture } from '#sync/wire/own-answer.ts';

/** The reason why a picture is unavailable: the server's status, or null if our server did not answer. */
export type PictureProblem = { readonly status: number | null };

/** Returns the problem of an answer that is not the requested picture; null if it is. */
export function problemOf(answer: Response): PictureProblem | null {
  if (answer.ok && isPicture(answer)) return null;
  return { status: isFromServer(answer) ? answer.status : null };
}

/** Requests the reason why a picture failed, without loading it; null if it is available by now. */
export async function problemWith(url: string, signal: AbortSignal): Promise<PictureProblem | null> {
  try {
    return problemOf(await fetch(url, { method: 'HEAD', signal }));
  } catch {
    return { status: null };
  }
}

/** The kind of message; each place has its own texts. */
export type PictureReason = 'error' | 'no_server' | 'no_network';

/** Returns a function that maps a problem to its kind. Without an answer of our server, the engine's status decides. */
export function useReasonOf(): (problem: PictureProblem) => PictureReason {
  const { status } = useSync();
  useObservable(status);
  return (problem) => {
    if (problem.status !== null) return 'error';
    return status.get().gateway ? 'no_server' : 'no_network';
  };
}
