import { type ReactNode, useId } from 'react';

interface GroupProps {
  label: string;
  className?: string | undefined;
  labelClass: string | undefined;
  children: ReactNode;
}

/** Controls that belong together. WebKit draws the legend of a fieldset on its edge wherever the fieldset has a layout of its own. */
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
