import Camera from 'lucide-react/icons/camera';
import ImageIcon from 'lucide-react/icons/image';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../theme/button.tsx';
import { cameraKind } from './camera.ts';
import { lazyComponent } from '../loading/lazy-component.tsx';
import { FieldError } from '../forms/field-error.tsx';
import styles from './picture-input.module.css';
import { type ShrunkPicture, shrinkPicture } from './shrink-picture.ts';
import { useObjectUrl } from './use-object-url.ts';

const CameraDialog = lazyComponent(async () => (await import('./camera-dialog.tsx')).CameraDialog, 'over');

interface PictureInputProps {
  label: string;
  picture: ShrunkPicture | null;
  onPicture: (picture: ShrunkPicture) => void;
  /** Takes the picture away again; without it there is no button for that, nor without a picture. */
  onRemove?: (() => void) | undefined;
  /** The file was no picture, or could not be made small enough; `error` is what `shrink` threw. */
  onFailure: (error: unknown) => void;
  /** A picture that was chosen is being made smaller, or no longer is: until then a form must not be sent, `picture` is the one before. */
  onPreparing: (preparing: boolean) => void;
  error?: string | null;
  stale?: boolean;
  /** By which its form finds it. */
  name?: string;
  /** Longest side in pixels, where fewer will do than for a photo. */
  side?: number;
  /** Makes a picture smaller, where not every one will do. */
  shrink?: (file: Blob, side?: number) => Promise<ShrunkPicture>;
  /** Types of files that are offered (MIME), where not every picture will do. */
  accept?: string;
  /** The preview, where it is not to be the whole picture. */
  preview?: ReactNode;
  /** There is a picture to take away, where it is not one that was just chosen. */
  removable?: boolean;
}

/** A picture from the files or from the camera, shrunk at once, with a preview. */
export function PictureInput({
  label,
  picture,
  onPicture,
  onRemove,
  onFailure,
  onPreparing,
  error = null,
  stale = false,
  name,
  side,
  shrink = shrinkPicture,
  accept = 'image/*',
  preview,
  removable = picture !== null,
}: PictureInputProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [filming, setFilming] = useState(false);
  const choosing = useRef<HTMLButtonElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const camera = cameraKind();
  const latest = useRef(0);
  // What comes when the form is gone is nobody's picture.
  useEffect(() => () => void (latest.current += 1), []);
  const prepare = (preparing: boolean): number => {
    setBusy(preparing);
    onPreparing(preparing);
    // What was begun before no longer counts.
    return (latest.current += 1);
  };
  const take = async (file: Blob): Promise<void> => {
    const number = prepare(true);
    const tell = await shrink(file, side).then(
      (shrunk) => () => onPicture(shrunk),
      (error: unknown) => () => onFailure(error),
    );
    if (number !== latest.current) return;
    prepare(false);
    tell();
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    // So that the same file can be chosen again.
    target.value = '';
    if (file) void take(file);
  };
  const remove = (): void => {
    prepare(false);
    onRemove?.();
    // This button goes with the picture.
    choosing.current?.focus();
  };
  // Opened by the buttons, which say what they do.
  const source = { type: 'file', accept, hidden: true, onChange: choose } as const;
  return (
    <div role="group" aria-labelledby={id} aria-describedby={error === null ? undefined : `${id}-error`} className={styles['field']}>
      <p id={id} className={styles['label']}>
        {label}
      </p>
      {preview ?? <Preview picture={picture} />}
      <div className={styles['actions']}>
        <Button ref={choosing} name={name} onClick={() => files.current?.click()}>
          <ImageIcon aria-hidden="true" />
          {t(picture ? 'picture_input.other' : 'picture_input.choose')}
        </Button>
        {camera && (
          <Button onClick={() => (camera === 'phone' ? phone.current?.click() : setFilming(true))}>
            <Camera aria-hidden="true" />
            {t('picture_input.take')}
          </Button>
        )}
        {onRemove && removable && (
          <Button look="quiet" onClick={remove}>
            <Trash2 aria-hidden="true" />
            {t('picture_input.remove')}
          </Button>
        )}
        <input {...source} ref={files} />
        {camera === 'phone' && <input {...source} ref={phone} capture="environment" />}
      </div>
      <p role="status" className={styles['note']}>
        {busy && t('picture_input.busy')}
      </p>
      <FieldError id={`${id}-error`} error={error} stale={stale} />
      {filming && (
        <CameraDialog
          onClose={() => setFilming(false)}
          onPicture={(taken) => {
            setFilming(false);
            void take(taken);
          }}
        />
      )}
    </div>
  );
}

function Preview({ picture }: { picture: ShrunkPicture | null }): ReactNode {
  const { t } = useTranslation();
  const url = useObjectUrl(picture?.bytes, picture?.type);
  if (!picture || !url) return null;
  return <img className={styles['preview']} src={url} width={picture.width} height={picture.height} alt={t('picture_input.preview')} />;
}
