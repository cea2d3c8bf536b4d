import { Dialog } from '@base-ui/react/dialog';
import AtSign from 'lucide-react/icons/at-sign';
import Briefcase from 'lucide-react/icons/briefcase';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import X from 'lucide-react/icons/x';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from './avatar.tsx';
import { IconButton } from '../theme/button.tsx';
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
        <Avatar name={person.name} image={person.image} large />
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
      {/* Last in the order of focus, so that the first way to contact the person has it. */}
      <div className={styles.close}>
        <IconButton label={t('app.close')} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </Modal>
  );
}

function Way({ kind, href, detail }: { kind: ContactKind; href: string | null; detail: string | null }): ReactNode {
  const { t } = useTranslation();
  const Icon = icons[kind];
  const content = (
    <>
      <span className={styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <span className={styles.kind}>{t(`contact.${kind}`)}</span>{' '}
        <span className={styles.detail}>{detail?.trim() ? detail : t('contact.missing')}</span>
      </span>
    </>
  );
  if (href === null) {
    return (
      <button type="button" className={styles.way} disabled>
        {content}
      </button>
    );
  }
  return (
    <a className={styles.way} href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  );
}
