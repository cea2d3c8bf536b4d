import type { ReactNode, SyntheticEvent } from 'react';

/** The app's own, which is on the device from the first visit on. */
const own = '/icons/logo.svg';

/** The logo that the operator has chosen, or the app's own where that cannot be had. `size` is in pixels. */
export function Logo({ size, alt, className }: { size: number; alt: string; className: string | undefined }): ReactNode {
  const fallBack = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>): void => {
    if (!image.src.endsWith(own)) image.src = own;
  };
  return <img className={className} src="/images/logo" width={size} height={size} alt={alt} onError={fallBack} />;
}
