import { platform } from '#lib/platform.ts';

/** Returns how pictures can be taken here: by the phone's camera app, by a camera of the page, or not at all. */
export function cameraKind(): 'phone' | 'page' | null {
  // The camera app of a phone or tablet takes better pictures than a page can.
  if (platform().mobile) return 'phone';
  // Available only over https or from this machine.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return devices?.getUserMedia ? 'page' : null;
}

/** Returns the current image of the camera as PNG. Throws if there is none yet. */
export function snapshot(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new TypeError('no picture'))));
  });
}
