import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { emailAddress } from '#contract/fields.ts';
import type { EventRow } from '#contract/resources/events.ts';
import { isSafeUrl } from '#contract/rules/checks.ts';
import { deletesAt, keptDays } from '#contract/rules/kept-days.ts';
import { clock } from '#i18n/clock.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useLive, useMe, useObservable, useSession, useSessionState } from '#sync/react/hooks.tsx';
import { buttonClass } from '#ui/theme/button.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './about.module.css';

const plainParts = ['stored', 'device', 'push', 'duration'] as const;
const rights = ['access', 'correction', 'erasure', 'restriction', 'portability', 'objection', 'withdrawal', 'complaint'] as const;

export function PrivacyScreen(): ReactNode {
  const { t, ready } = useTranslation('pages');
  const session = useSession();
  const signedIn = useSessionState().status === 'signed-in';
  const { controller, contact } = useObservable(session.site);
  useEffect(() => void session.loadSite(), [session]);
  if (!ready) return null;
  return (
    <Screen title={t('privacy.title')} note={t('privacy.date')}>
      <section className={styles.part}>
        <h2>{t('privacy.short_title')}</h2>
        <Paragraphs text={t('privacy.short_text')} />
      </section>
      <section className={styles.part}>
        <h2>{t('privacy.controller_title')}</h2>
        <Paragraphs text={t('privacy.controller_text', { controller: controller ?? t('privacy.controller_unnamed') })} />
        <Contact contact={contact} />
      </section>
      {plainParts.map((part) => (
        <section key={part} className={styles.part}>
          <h2>{t(`privacy.${part}_title`)}</h2>
          <Paragraphs text={t(`privacy.${part}_text`, keptDays)} />
          {part === 'duration' && signedIn && <KeptDates />}
        </section>
      ))}
      <section className={styles.part}>
        <h2>{t('privacy.rights_title')}</h2>
        <p>{t('privacy.rights_text')}</p>
        <ul className={styles.rights}>
          {rights.map((right) => (
            <li key={right}>{t(`privacy.right_${right}`)}</li>
          ))}
        </ul>
        <Paragraphs text={t('privacy.own_data_text')} />
        {signedIn && (
          <p>
            <Link href="/my-profile" className={buttonClass()}>
              {t('privacy.own_data')}
            </Link>
          </p>
        )}
      </section>
    </Screen>
  );
}

/** Shows the contact of the data controller: an email address, a page, or plain text. */
function Contact({ contact }: { contact: string | null }): ReactNode {
  const { t } = useTranslation('pages');
  const text = t('privacy.contact', { contact: contact ?? t('privacy.contact_unnamed') });
  const href = contact === null ? null : hrefOf(contact);
  return <p>{href === null ? text : <a href={href}>{text}</a>}</p>;
}

function hrefOf(contact: string): string | null {
  if (isSafeUrl(contact)) return contact;
  return emailAddress.safeParse(contact).success ? `mailto:${encodeURI(contact)}` : null;
}

/** Shows the last day on which personal data is kept, for each event of the person. */
function KeptDates(): ReactNode {
  const me = useMe();
  const ids = me?.memberships.map(({ eventId }) => eventId) ?? [];
  const events = useLive((db) => db.mirror('events').bulkGet(ids), [ids.join(' ')]);
  const kept = (events ?? []).filter((event) => event !== undefined && !event.$gone && deletesAt(event) > clock.now()) as EventRow[];
  if (kept.length === 0) return null;
  return (
    <ul className={styles.rights}>
      {kept.map((event) => (
        <li key={event.id}>
          <KeptDate event={event} />
        </li>
      ))}
    </ul>
  );
}

function KeptDate({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation('pages');
  const formats = useFormats(event);
  return t('privacy.kept_until', { title: event.title, date: formats.longDate(new Date(deletesAt(event)).toISOString()) });
}

function Paragraphs({ text }: { text: string }): ReactNode {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph} className={styles.paragraph}>
      {paragraph}
    </p>
  ));
}
