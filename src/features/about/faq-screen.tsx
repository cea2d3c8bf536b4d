import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#sync/react/use-site.ts';
import card from '#ui/theme/card.module.css';
import { DonationCard } from '#ui/text/donation-card.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { TextField } from '#ui/forms/fields/text-field.tsx';
import styles from './about.module.css';
import { faqNames, matching } from './faq-entries.ts';
import { Paragraphs } from './paragraphs.tsx';

export function FaqScreen(): ReactNode {
  const { t, ready } = useTranslation('pages');
  const { donationUrl } = useSite();
  const [words, setWords] = useState('');
  if (!ready) return null;
  const entries = faqNames.map((name) => ({ name, question: t(`faq.${name}_question`), answer: t(`faq.${name}_answer`) }));
  const found = matching(entries, words);
  const searching = words.trim() !== '';
  return (
    <Screen title={t('faq.title')} note={t('faq.note')}>
      <TextField label={t('faq.search')} type="search" value={words} onChange={(event) => setWords(event.target.value)} />
      <p role="status" className="visually-hidden">
        {searching && t('faq.found', { count: found.length })}
      </p>
      {found.length === 0 && <EmptyState icon="🔍" title={t('faq.none')} text={t('faq.none_text')} />}
      <ul className={styles.entries}>
        {found.map(({ name, question, answer }) => (
          <li key={name}>
            {/* Results are open, because the match may be in the answer. */}
            <details key={String(searching)} className={card.card} open={searching}>
              <summary className={styles.question}>{question}</summary>
              <Paragraphs text={answer} />
            </details>
          </li>
        ))}
      </ul>
      {donationUrl !== null && <DonationCard url={donationUrl} />}
    </Screen>
  );
}
