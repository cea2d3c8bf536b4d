import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './button.module.css';
import { classes } from './classes.ts';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'subtle' | 'danger' | 'quietDanger' | 'icon';

/** Returns the classes of a button, for links that look like one. */
export const buttonClass = (look: ButtonLook = 'plain'): string => classes(styles.button, styles[look]);

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  look?: ButtonLook;
}

export function Button({ look = 'plain', className, type = 'button', ...rest }: ButtonProps): ReactNode {
  return <button {...rest} type={type === 'submit' ? 'submit' : 'button'} className={classes(buttonClass(look), className)} />;
}

interface IconButtonProps extends Omit<ButtonProps, 'look' | 'aria-label'> {
  label: string;
}

export function IconButton({ label, ...rest }: IconButtonProps): ReactNode {
  return <Button {...rest} look="icon" aria-label={label} title={label} />;
}
