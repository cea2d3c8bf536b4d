import { Popover } from '@base-ui/react/popover';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Me } from '#contract/resources/me.ts';
import { nobody, OwnAvatar } from '#pictures/own-avatar.tsx';
import { changeLanguage } from '#i18n/i18n.ts';
import { languages } from '#contract/languages.ts';
import { languageNames, languageOf } from '#i18n/languages.ts';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { Group } from '#ui/forms/fields/group.tsx';
import { personName } from '#ui/people/person-name.ts';
import { useCloseRequest } from '#ui/overlays/use-close-request.ts';
import { chooseTheme, chosenTheme, themes } from '#ui/theme/theme.ts';
import { classes } from '#ui/theme/classes.ts';
import styles from './profile-overlay.module.css';

interface ProfileOverlayProps {
  me: Me | undefined;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The signed-in user, the other languages, and the theme. */
export function ProfileOverlay({ me, anchor, onClose }: ProfileOverlayProps): ReactNode {
  const { t, i18n } = useTranslation();
  useCloseRequest(onClose);
  const others = languages.filter((language) => language !== languageOf(i18n.language));
  return (
    <Popover.Root open onOpenChange={(open, { event }) => !open && !anchor.current?.contains(event.target as Node) && onClose()}>
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} anchor={anchor} align="end" sideOffset={6} collisionPadding={8}>
          <Popover.Popup className={styles.popup} finalFocus={anchor} aria-label={t('profile.open')}>
            <div className={styles.person}>
              <OwnAvatar me={me ?? nobody} />
              <div className={styles.names}>
                <p className={styles.name}>{me ? personName(t, me) : t('profile.not_loaded')}</p>
                {me && <p className={styles.email}>{me.email}</p>}
              </div>
            </div>
            <Link href="/my-profile" className={classes(buttonClass('quiet'), styles.link)} onClick={onClose}>
              {t('profile.my_profile')}
            </Link>
            <Group label={t('profile.language')} labelClass={styles.label}>
              {others.map((language) => (
                <Button key={language} className={styles.language} lang={language} onClick={() => void changeLanguage(language)}>
                  <img className={styles.flag} src={`/flags/${language}.png`} width={24} height={16} alt="" />
                  {languageNames[language]}
                </Button>
              ))}
            </Group>
            <ThemeChoice />
            <Link href="/privacy" className={classes(buttonClass('quiet'), styles.link)} onClick={onClose}>
              {t('profile.privacy')}
            </Link>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function ThemeChoice(): ReactNode {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(chosenTheme);
  return (
    <Group label={t('profile.theme')} labelClass={styles.label}>
      {themes.map((theme) => (
        <label key={theme} className={styles.theme}>
          <input
            type="radio"
            name="theme"
            checked={theme === chosen}
            onChange={() => {
              chooseTheme(theme);
              setChosen(theme);
            }}
          />
          {t(`profile.theme_${theme}`)}
        </label>
      ))}
    </Group>
  );
}
