import Heart from 'lucide-react/icons/heart';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isSafeUrl } from '#contract/rules/checks.ts';
import { buttonClass } from '../theme/button.tsx';
import card from '../theme/card.module.css';

export function DonationCard({ url }: { url: string }): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  if (!isSafeUrl(url)) return null;
  return (
    <section className={card.card} aria-labelledby={id}>
      <h2 id={id}>{t('donation.title')}</h2>
      <p>{t('donation.text')}</p>
      <a className={buttonClass()} href={url} target="_blank" rel="noopener noreferrer">
        <Heart aria-hidden="true" />
        {t('donation.button')}
        <span className="visually-hidden">, {t('donation.hint')}</span>
      </a>
    </section>
  );
}
