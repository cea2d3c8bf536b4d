import Globe from 'lucide-react/icons/globe';
import ExternalLink from 'lucide-react/icons/external-link';
import Link2 from 'lucide-react/icons/link-2';
import MapPin from 'lucide-react/icons/map-pin';
import Mail from 'lucide-react/icons/mail';
import Pencil from 'lucide-react/icons/pencil';
import type { LucideIcon } from 'lucide-react';
import Phone from 'lucide-react/icons/phone';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeUrl } from '#contract/rules/checks.ts';
import type { ContactLinkBlock } from '#contract/resources/contact-links.ts';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { OrganiserLink } from '#feature-kit/organiser-link.tsx';
import { readArranged } from '#sync/mirror/arranged-rows.ts';
import { useActiveEvent, useLive, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './contact-links-screen.module.css';

export function ContactLinksScreen(): ReactNode {
  const event = useActiveEvent();
  return event ? <Blocks key={event.id} eventId={event.id} /> : null;
}

function Blocks({ eventId }: { eventId: number }): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'contact_links'));
  const blocks = useLive((db) => readArranged(db, db.mirror('contactLinks'), 'contactLinks', eventId), [eventId]);
  const actions = (
    <OrganiserLink href="/admin/event-links" look="quiet">
      <Pencil aria-hidden="true" />
      {t('contact_links.edit')}
    </OrganiserLink>
  );
  return (
    <Screen title={t('contact_links.title')} actions={actions} onRefresh={refresh}>
      {blocks?.length === 0 && <EmptyList icon={Globe} title={t('contact_links.empty')} text={t('contact_links.empty_text')} />}
      {blocks?.map((block) => (
        <Block key={block.id} block={block} />
      ))}
    </Screen>
  );
}

function Block({ block: { title, subtitle, links } }: { block: ContactLinkBlock }): ReactNode {
  return (
    <section className={styles.block} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {subtitle !== null && subtitle !== '' && <p className={styles.subtitle}>{subtitle}</p>}
      <ul className={styles.links}>
        {links.map(({ name, url }, index) => (
          <li key={`${index} ${url}`}>
            {isSafeUrl(url) ? (
              <ContactLink name={name} url={url} />
            ) : (
              // An unsafe address is shown as text.
              <p className={styles.plain}>{`${name}: ${url}`}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const icons: Readonly<Record<string, LucideIcon>> = { mailto: Mail, tel: Phone, geo: MapPin };

function ContactLink({ name, url }: { name: string; url: string }): ReactNode {
  const { scheme = '', address = '' } = /^(?<scheme>mailto|tel|geo):(?<address>[^?]*)/i.exec(url)?.groups ?? {};
  const Icon = icons[scheme.toLowerCase()] ?? Link2;
  return (
    <a className={styles.link} href={url} target="_blank" rel="noopener noreferrer">
      <Icon aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {/* For people who read it out or use another device. */}
        {address !== '' && <span className={styles.address}>{decoded(address)}</span>}
      </span>
      {scheme === '' && <ExternalLink aria-hidden="true" />}
    </a>
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
