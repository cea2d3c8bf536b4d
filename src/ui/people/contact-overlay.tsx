import { Dialog } from '@base-ui/react/dialog';
import AtSign from 'lucide-react/icons/at-sign';
import Briefcase from 'lucide-react/icons/briefcase';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from './avatar.tsx';
import { Button, buttonClass } from '../theme/button.tsx';
import { classes } from '../theme/classes.ts';
import { contactKinds, type ContactKind, contactLinks, type ContactPerson } from './contact-links.ts';
import styles from './contact-overlay.module.css';
import { Modal } from '../overlays/modal.tsx';
import { PersonActions } from './person-actions.ts';
import { personName } from './person-name.ts';

const icons = { email: Mail, whatsapp: MessageCircle, instagram: AtSign, linkedin: Briefcase } satisfies Record<ContactKind, unknown>;

interface ContactOverlayProps {
  person: ContactPerson;
  onClose: () => void;
  children?: ReactNode;
}

/** The contacts of a person; missing ones are shown disabled. */
export function ContactOverlay({ person, onClose, children }: ContactOverlayProps): ReactNode {
  const { t } = useTranslation();
  const links = contactLinks(person);
  const actions = useContext(PersonActions);
  const name = personName(t, person);
  return (
    <Modal onClose={onClose}>
      <div className={styles.head}>
        <Avatar name={person.name} image={person.image} />
        <Dialog.Title className={styles.title}>{t('contact.title', { name })}</Dialog.Title>
      </div>
      <ul className={styles.ways}>
        {contactKinds.map((kind) => (
          <li key={kind}>
            <Way kind={kind} href={links[kind]} detail={person[kind] ?? null} />
          </li>
        ))}
      </ul>
      {children}
      {person.userId !== undefined && actions?.({ userId: person.userId, name })}
      <Button onClick={onClose}>{t('app.close')}</Button>
    </Modal>
  );
}

function Way({ kind, href, detail }: { kind: ContactKind; href: string | null; detail: string | null }): ReactNode {
  const { t } = useTranslation();
  const Icon = icons[kind];
  const content = (
    <>
      <Icon aria-hidden="true" />
      <span>{t(`contact.${kind}`)}</span>
      <span className={styles.detail}>{detail?.trim() ? detail : t('contact.missing')}</span>
    </>
  );
  if (href === null) {
    return (
      <Button className={styles.way} disabled>
        {content}
      </Button>
    );
  }
  return (
    <a className={classes(buttonClass(), styles.way)} href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  );
}
