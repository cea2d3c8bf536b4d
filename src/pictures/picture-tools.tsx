import Download from 'lucide-react/icons/download';
import Share2 from 'lucide-react/icons/share-2';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../ui/actions/save-file.ts';
import { IconButton } from '../ui/look/button.tsx';
import { toast } from '../ui/over/toasts.ts';

interface PictureToolsProps {
  /** Where the whole picture is; undefined until that is known. */
  url: string | undefined;
  /** What it shows. */
  words: string;
}

/** Keeps a picture as a file, or hands it to the phone's own share sheet (Web Share API) where there is one for pictures. */
export function PictureTools({ url, words }: PictureToolsProps): ReactNode {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const withFile = async (hand: (file: File) => unknown): Promise<void> => {
    if (url === undefined || busy) return;
    setBusy(true);
    try {
      await hand(await fileAt(url, words));
    } catch (error) {
      // Whoever closes the share sheet has seen it.
      if (!(error instanceof Error && error.name === 'AbortError')) toast(t('picture_view.failed'), 'error');
    }
    setBusy(false);
  };
  return (
    <>
      <IconButton label={t('picture_view.save')} aria-disabled={busy} onClick={() => void withFile((file) => saveFile(file.name, file))}>
        <Download aria-hidden="true" />
      </IconButton>
      {canShareFiles() && (
        <IconButton
          label={t('picture_view.share')}
          aria-disabled={busy}
          onClick={() => void withFile((file) => navigator.share({ files: [file], text: words }))}
        >
          <Share2 aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}

function canShareFiles(): boolean {
  return navigator.canShare?.({ files: [new File([], 'picture.webp', { type: 'image/webp' })] }) ?? false;
}

/** The picture as a file that is named after what it shows. */
async function fileAt(url: string, words: string): Promise<File> {
  const answer = await fetch(url);
  const bytes = await answer.blob();
  if (!answer.ok || !bytes.type.startsWith('image/')) throw new Error(`no picture at ${url}`);
  const name =
    words
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 60)
      .replaceAll(/^-|-$/g, '') || 'picture';
  return new File([bytes], `${name}.${bytes.type.replace('image/', '').replace('jpeg', 'jpg')}`, { type: bytes.type });
}
