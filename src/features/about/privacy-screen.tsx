import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { keptDays } from '#contract/rules/kept-days.ts';
import { useObservable, useSession, useSessionState } from '#sync/react/hooks.tsx';
import { buttonClass } from '#ui/theme/button.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './about.module.css';
import { Contact } from './contact.tsx';
import { KeptDates } from './kept-dates.tsx';
import { Paragraphs } from './paragraphs.tsx';

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
