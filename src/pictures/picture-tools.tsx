import Download from 'lucide-react/icons/download';
import Share2 from 'lucide-react/icons/share-2';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { times } from '../../contract/times.ts';
import { saveFile } from '../ui/actions/save-file.ts';
import { IconButton } from '../ui/theme/button.tsx';
import { toast } from '../ui/overlays/toasts.ts';
import { type PictureProblem, problemOf, useReasonOf } from './picture-problem.ts';

/** How long (ms) a picture is waited for: one of 600 kB takes a minute and a half at 50 kbit/s. */
const patience = 3 * times.minute;

interface PictureToolsProps {
  /** Where the whole picture is; undefined until that is known, and so long there is nothing to keep or hand on. */
  url: string | undefined;
  /** What it shows. */
  words: string;
}

/** Keeps a picture as a file, or hands it to the phone's own share sheet (Web Share API) where there is one for pictures. */
export function PictureTools({ url, words }: PictureToolsProps): ReactNode {
  const { t } = useTranslation();
  const reasonOf = useReasonOf();
  const [busy, setBusy] = useState(false);
  const isShown = useIsShown();
  const isOff = busy || url === undefined;
  const withFile = async (lead: 'not_saved' | 'not_shared', hand: (file: File) => unknown): Promise<void> => {
    if (isOff) return;
    // Nobody tries it again but the person.
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
    // A sheet that opens over another picture would be about the wrong one.
    if (!isShown()) return;
    try {
      await navigator.share({ files: [file], text: words });
    } catch (error) {
      const { name } = error as Error;
      // Where the picture was long on its way, the tap no longer counts: now it is here for the next one.
      if (name === 'NotAllowedError') toast(t('picture_tools.share_again'));
      // Whoever closes the share sheet has seen it.
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

/** Gives what says whether this is still on the screen. */
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

/** The picture as a file that is named after what it shows, or why it is not to be had. Throws where it should be on this device and is not. */
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
