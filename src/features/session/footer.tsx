import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { changeLanguage } from '#i18n/i18n.ts';
import { languages } from '#contract/languages.ts';
import { languageNames, languageOf } from '#i18n/languages.ts';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import styles from './login-screen.module.css';

export function Footer(): ReactNode {
  const { t, i18n } = useTranslation();
  const others = languages.filter((language) => language !== languageOf(i18n.language));
  return (
    <div className={styles.languages}>
      {others.map((language) => (
        <Button key={language} look="quiet" lang={language} onClick={() => void changeLanguage(language)}>
          <img className={styles.flag} src={`/flags/${language}.png`} width={24} height={16} alt="" />
          {languageNames[language]}
        </Button>
      ))}
      <Link href="/privacy" className={buttonClass('quiet')}>
        {t('profile.privacy')}
      </Link>
    </div>
  );
}
