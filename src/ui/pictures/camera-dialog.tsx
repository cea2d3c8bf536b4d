import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../theme/button.tsx';
import { snapshot } from './camera.ts';
import styles from './camera-dialog.module.css';
import { Modal } from '../overlays/modal.tsx';
import overlay from '../overlays/overlay.module.css';

interface CameraDialogProps {
  onPicture: (picture: Blob) => void;
  onClose: () => void;
}

export function CameraDialog({ onPicture, onClose }: CameraDialogProps): ReactNode {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'ready' | 'failed'>('starting');
  useEffect(() => {
    const started = navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1_920 } } });
    let open = true;
    started
      .then((stream) => {
        if (open && video.current) video.current.srcObject = stream;
      })
      .catch(() => open && setState('failed'));
    return () => {
      open = false;
      // Turns off the camera even if it started after the dialog was closed.
      void started.then((stream) => stream.getTracks().forEach((track) => track.stop())).catch(() => undefined);
    };
  }, []);
  const take = async (): Promise<void> => {
    if (state !== 'ready' || !video.current) return;
    try {
      onPicture(await snapshot(video.current));
    } catch {
      setState('failed');
    }
  };
  return (
    <Modal onClose={onClose}>
      <Dialog.Title>{t('camera.title')}</Dialog.Title>
      {state === 'failed' ? (
        <p role="alert">{t('camera.failed')}</p>
      ) : (
        <video
          ref={video}
          className={styles.video}
          autoPlay
          playsInline
          muted
          onPlaying={() => setState('ready')}
          aria-label={t('camera.view')}
        />
      )}
      <div className={overlay.actions}>
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        {state !== 'failed' && (
          <Button look="primary" aria-disabled={state !== 'ready'} onClick={() => void take()}>
            {t('camera.take')}
          </Button>
        )}
      </div>
    </Modal>
  );
}
