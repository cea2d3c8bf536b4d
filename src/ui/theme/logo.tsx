import type { ReactNode, SyntheticEvent } from 'react';

/** The app's own logo, cached from the first visit on. */
const own = '/icons/logo.svg';

/** The logo of the operator, or the app's own if that cannot be loaded. `size` is in pixels. */
export function Logo({ size, alt, className }: { size: number; alt: string; className: string | undefined }): ReactNode {
  const fallBack = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>): void => {
    if (!image.src.endsWith(own)) image.src = own;
  };
  return <img className={className} src="/images/logo" width={size} height={size} alt={alt} onError={fallBack} />;
}
