import Camera from 'lucide-react/icons/camera';
import ImageIcon from 'lucide-react/icons/image';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../theme/button.tsx';
import { classes } from '../theme/classes.ts';
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
  /** Receives the files if several were chosen at once; without it only one can be. */
  onSeveral?: ((files: readonly File[]) => void) | undefined;
  /** Describes what can be chosen. */
  hint?: string;
  /** Removes the picture; without it, or without a picture, there is no button to remove. */
  onRemove?: (() => void) | undefined;
  /** Called if the file was no picture, or could not be made small enough; `error` is the error of `shrink`. */
  onFailure: (error: unknown) => void;
  /** Called when shrinking begins and ends. Until it ends a form must not be sent, because `picture` is the previous one. */
  onPreparing: (preparing: boolean) => void;
  error?: string | null;
  stale?: boolean;
  name?: string;
  /** Longest side in pixels if smaller than that of a photo. */
  side?: number;
  shrink?: (file: Blob, side?: number) => Promise<ShrunkPicture>;
  /** Accepted file types (MIME), for stricter rules. */
  accept?: string;
  /** Replaces the preview of the whole picture. */
  preview?: ReactNode;
  /** True if a picture can be removed that was not just chosen. */
  removable?: boolean;
}

/** Chooses a picture from the files or the camera, shrinks it at once, and shows a preview. */
export function PictureInput({
  label,
  picture,
  onPicture,
  onSeveral,
  hint,
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
  // A picture that becomes ready after the form was closed is ignored.
  useEffect(() => () => void (latest.current += 1), []);
  const prepare = (preparing: boolean): number => {
    setBusy(preparing);
    onPreparing(preparing);
    // Invalidates the earlier picture.
    return (latest.current += 1);
  };
  const take = async (file: Blob): Promise<void> => {
    const number = prepare(true);
    const report = await shrink(file, side).then(
      (shrunk) => () => onPicture(shrunk),
      (error: unknown) => () => onFailure(error),
    );
    if (number !== latest.current) return;
    prepare(false);
    report();
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const chosen = [...(target.files ?? [])];
    // Allows choosing the same file again.
    target.value = '';
    const [file] = chosen;
    if (onSeveral && chosen.length > 1) onSeveral(chosen);
    else if (file) void take(file);
  };
  const remove = (): void => {
    prepare(false);
    onRemove?.();
    // This button disappears with the picture.
    choosing.current?.focus();
  };
  // Hidden: the buttons open it.
  const source = { type: 'file', accept, hidden: true, onChange: choose } as const;
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={error === null ? undefined : `${id}-error`}
      className={classes(styles.field, preview !== undefined && styles.centred)}
    >
      <p id={id} className={styles.label}>
        {label}
      </p>
      {preview ?? <Preview picture={picture} />}
      <div className={styles.actions}>
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
        <input {...source} ref={files} multiple={onSeveral !== undefined} />
        {camera === 'phone' && <input {...source} ref={phone} capture="environment" />}
      </div>
      {hint !== undefined && <p className={styles.note}>{hint}</p>}
      <p role="status" className={styles.note}>
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
  return <img className={styles.preview} src={url} width={picture.width} height={picture.height} alt={t('picture_input.preview')} />;
}
