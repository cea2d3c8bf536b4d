import { platform } from '../../lib/platform.ts';

/** How pictures can be taken here: by the phone's own camera, by a camera that a page may use, or not at all. */
export function cameraKind(): 'phone' | 'page' | null {
  // A phone's or tablet's own camera app takes better pictures than a page can.
  if (platform().mobile) return 'phone';
  // Only there where the page came over https, or from this machine.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return devices?.getUserMedia ? 'page' : null;
}

/** What the camera shows at this moment, as PNG. Throws where there is no picture yet. */
export function snapshot(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new TypeError('no picture'))));
  });
}
