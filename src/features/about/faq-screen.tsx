import SearchX from 'lucide-react/icons/search-x';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Pencil from 'lucide-react/icons/pencil';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ModuleRow } from '#contract/resources/modules.ts';
import { OrganiserLink } from '#feature-kit/organiser-link.tsx';
import { readArranged } from '#sync/mirror/arranged-rows.ts';
import { useCurrentContext, useLive } from '#sync/react/hooks.tsx';
import { useSite } from '#sync/react/use-site.ts';
import { SearchField } from '#ui/forms/fields/search-field.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { Section } from '#ui/layout/section.tsx';
import { DonationCard } from '#ui/text/donation-card.tsx';
import { LinkedText } from '#ui/text/linked-text.tsx';
import { buttonClass } from '#ui/theme/button.tsx';
import styles from './about.module.css';
import { faqNames, matching, type ShownEntry } from './faq-entries.ts';

const contactPath = '/contact-links';

/** Shows the questions of the event before those about the app, which are the only ones if the organisers have written none. */
export function FaqScreen(): ReactNode {
  const here = useCurrentContext();
  return here?.event ? <Faq key={here.event.id} eventId={here.event.id} modules={here.modules} /> : null;
}

function Faq({ eventId, modules }: { eventId: number; modules: readonly ModuleRow[] }): ReactNode {
  const { t, ready } = useTranslation('pages');
  const { donationUrl } = useSite();
  const own = useLive((db) => readArranged(db, db.mirror('faqEntries'), 'faqEntries', eventId), [eventId]);
  const [words, setWords] = useState('');
  if (!ready || !own) return null;
  const general = faqNames.map((name) => ({ id: name, question: t(`faq.${name}_question`), answer: t(`faq.${name}_answer`) }));
  const [foundOwn, foundGeneral] = [matching(own, words), matching(general, words)];
  const count = foundOwn.length + foundGeneral.length;
  const searching = words.trim() !== '';
  const hasContacts = modules.some(
    ({ isActive, menu_entries }) => isActive && menu_entries.some(({ navigationPath }) => navigationPath === contactPath),
  );
  const edit = (
    <OrganiserLink href="/admin/faq" look="quiet">
      <Pencil aria-hidden="true" />
      {t('faq.edit')}
    </OrganiserLink>
  );
  return (
    <Screen title={t('faq.title')} note={t(own.length > 0 ? 'faq.note_own' : 'faq.note')} actions={edit}>
      <SearchField label={t('faq.search')} value={words} onChange={setWords} />
      <p role="status" className="visually-hidden">
        {searching && t('faq.found', { count })}
      </p>
      {count === 0 && <EmptyState icon={SearchX} title={t('faq.none')} text={t('faq.none_text')} />}
      {foundOwn.length > 0 && <Entries entries={foundOwn} open={searching} />}
      {foundGeneral.length > 0 &&
        (own.length > 0 ? (
          <Section title={t('faq.about_app')}>
            <Entries entries={foundGeneral} open={searching} />
          </Section>
        ) : (
          <Entries entries={foundGeneral} open={searching} />
        ))}
      {hasContacts && (
        <p className={styles.still}>
          <span>{t('faq.still')}</span>
          <Link href={contactPath} className={buttonClass()}>
            {t('faq.contact')}
          </Link>
        </p>
      )}
      {donationUrl !== null && <DonationCard url={donationUrl} />}
    </Screen>
  );
}

interface EntriesProps {
  entries: readonly ShownEntry[];
  /** Search results are open, because the match may be in the answer. */
  open: boolean;
}

function Entries({ entries, open }: EntriesProps): ReactNode {
  return (
    <ul className={styles.entries}>
      {entries.map(({ id, question, answer }) => (
        <li key={id}>
          <details key={String(open)} className={styles.entry} open={open} data-row={id}>
            <summary className={styles.question}>
              <span>{question}</span>
              <ChevronDown aria-hidden="true" />
            </summary>
            <div className={styles.answer}>
              {answer.split(/\n\s*\n/).map((paragraph, index) => (
                <p key={index} className={styles.paragraph}>
                  <LinkedText text={paragraph} />
                </p>
              ))}
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
