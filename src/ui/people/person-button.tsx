import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '../theme/classes.ts';
import type { ContactPerson } from './contact-links.ts';
import { lazyComponent } from '../loading/lazy-component.tsx';
import styles from './person-button.module.css';
import { personName } from './person-name.ts';

const ContactOverlay = lazyComponent(async () => (await import('./contact-overlay.tsx')).ContactOverlay, 'over');

export const preloadContactOverlay = ContactOverlay.preload;

interface PersonButtonProps<Person extends ContactPerson> {
  person: Person;
  className?: string | undefined;
  Actions?: ComponentType<{ person: Person; onClose: () => void }> | undefined;
  children: ReactNode;
}

/** A person, or only their name; a press shows their contacts. */
export function PersonButton<Person extends ContactPerson>({ person, className, Actions, children }: PersonButtonProps<Person>): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes(styles.person, className)}
        aria-haspopup="dialog"
        title={t('contact.open', { name: personName(t, person) })}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {open && (
        <ContactOverlay person={person} onClose={close}>
          {Actions && <Actions person={person} onClose={close} />}
        </ContactOverlay>
      )}
    </>
  );
}
