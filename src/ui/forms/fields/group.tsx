import { type ReactNode, useId } from 'react';

interface GroupProps {
  label: string;
  className?: string | undefined;
  labelClass: string | undefined;
  children: ReactNode;
}

/** A group of controls. No fieldset, because WebKit draws a legend on its border if the fieldset has a layout of its own. */
export function Group({ label, className, labelClass, children }: GroupProps): ReactNode {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={className}>
      <p id={id} className={labelClass}>
        {label}
      </p>
      {children}
    </div>
  );
}
