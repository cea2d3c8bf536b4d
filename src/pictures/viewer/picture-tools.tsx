import Download from 'lucide-react/icons/download';
import Share2 from 'lucide-react/icons/share-2';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { times } from '#contract/times.ts';
import { saveFile } from '#ui/actions/save-file.ts';
import { IconButton } from '#ui/theme/button.tsx';
import { toast } from '#ui/overlays/toasts.ts';
import { type PictureProblem, problemOf, useReasonOf } from '../picture-problem.ts';

/** The maximum time (ms) to load a picture: 600 kB take a minute and a half at 50 kbit/s. */
const patience = 3 * times.minute;

interface PictureToolsProps {
  /** The URL of the full-size picture; undefined until known, which disables the buttons. */
  url: string | undefined;
  /** The description of the picture. */
  words: string;
}

/** Saves a picture as a file, or passes it to the share sheet of the phone (Web Share API) if that accepts pictures. */
export function PictureTools({ url, words }: PictureToolsProps): ReactNode {
  const { t } = useTranslation();
  const reasonOf = useReasonOf();
  const [busy, setBusy] = useState(false);
  const isShown = useIsShown();
  const isOff = busy || url === undefined;
  const withFile = async (lead: 'not_saved' | 'not_shared', hand: (file: File) => unknown): Promise<void> => {
    if (isOff) return;
    // There is no automatic retry.
    const complain = (why: string): void => toast(`${t(`picture_tools.${lead}`)} ${why}`, 'error');
    setBusy(true);
    try {
      const found = await fileAt(url, words);
      if (found instanceof File) await hand(found);
      else if (found === 'too_long') complain(t('picture_tools.too_long'));
      else complain(t(`picture_tools.${reasonOf(found)}`, { status: found.status }));
    } catch {
      complain(t('picture_tools.failed'));
    }
    setBusy(false);
  };
  const share = async (file: File): Promise<void> => {
    // A share sheet over another picture would share the wrong one.
    if (!isShown()) return;
    try {
      await navigator.share({ files: [file], text: words });
    } catch (error) {
      const { name } = error as Error;
      // If the picture loaded slowly, the tap has expired: the next one can share it.
      if (name === 'NotAllowedError') toast(t('picture_tools.share_again'));
      // The person closed the share sheet.
      else if (name !== 'AbortError') throw error;
    }
  };
  return (
    <>
      <IconButton
        label={t('picture_tools.save')}
        aria-disabled={isOff}
        onClick={() => void withFile('not_saved', (file) => saveFile(file.name, file))}
      >
        <Download aria-hidden="true" />
      </IconButton>
      {canShareFiles() && (
        <IconButton label={t('picture_tools.share')} aria-disabled={isOff} onClick={() => void withFile('not_shared', share)}>
          <Share2 aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}

/** Returns a function that returns whether the component is still mounted. */
function useIsShown(): () => boolean {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return () => shown.current;
}

function canShareFiles(): boolean {
  return navigator.canShare?.({ files: [new File([], 'picture.webp', { type: 'image/webp' })] }) ?? false;
}

/** Returns the picture as a file named by its description, or the problem. Throws if it should be on this device and is not. */
async function fileAt(url: string, words: string): Promise<File | PictureProblem | 'too_long'> {
  const signal = AbortSignal.timeout(patience);
  const onDevice = url.startsWith('blob:');
  const bytes = await fetch(url, { signal })
    .then(async (answer) => problemOf(answer) ?? (await answer.blob()))
    .catch((error: unknown) => {
      if (onDevice) throw error;
      return signal.aborted ? 'too_long' : { status: null };
    });
  if (!(bytes instanceof Blob)) return bytes;
  const name =
    words
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60)
      .replaceAll(/^-|-$/g, '') || 'picture';
  return new File([bytes], `${name}.${bytes.type.replace('image/', '').replace('jpeg', 'jpg')}`, { type: bytes.type });
}
