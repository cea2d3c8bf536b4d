import { Popover } from '@base-ui/react/popover';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserRound from 'lucide-react/icons/user-round';
import { type ReactNode, type RefObject, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Me } from '#contract/resources/me.ts';
import { notePress } from '#feature-kit/pressed-link.ts';
import { placeholderPerson, OwnAvatar } from '#pictures/own-avatar.tsx';
import { changeLanguage } from '#i18n/i18n.ts';
import { languages } from '#contract/languages.ts';
import { languageNames, languageOf } from '#i18n/languages.ts';
import { IconButton } from '#ui/theme/button.tsx';
import { Group } from '#ui/forms/fields/group.tsx';
import { personName } from '#ui/people/person-name.ts';
import { ScreenRefresh } from '#ui/refresh/screen-refresh.ts';
import { useCloseRequest } from '#ui/overlays/use-close-request.ts';
import { chooseTheme, chosenTheme, themes } from '#ui/theme/theme.ts';
import { classes } from '#ui/theme/classes.ts';
import styles from './profile-overlay.module.css';
import { helpOpen } from '../shortcuts/shortcuts.ts';
import { useSyncWords } from './sync-indicator.tsx';

interface ProfileOverlayProps {
  me: Me | undefined;
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The signed-in user, the language, the theme, and the sign-out. */
export function ProfileOverlay({ me, anchor, onClose }: ProfileOverlayProps): ReactNode {
  const { t } = useTranslation();
  useCloseRequest(onClose);
  const help = (): void => {
    onClose();
    helpOpen.set(true);
  };
  const signOut = (): void => {
    notePress('/logout');
    onClose();
  };
  return (
    <Popover.Root open onOpenChange={(open, { event }) => !open && !anchor.current?.contains(event.target as Node) && onClose()}>
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} anchor={anchor} align="end" sideOffset={6} collisionPadding={8}>
          <Popover.Popup className={styles.popup} finalFocus={anchor} aria-label={t('profile.open')}>
            <div className={styles.person}>
              <OwnAvatar me={me ?? placeholderPerson} />
              <div className={styles.names}>
                <p className={styles.name}>{me ? personName(t, me) : t('profile.not_loaded')}</p>
                {me && <p className={styles.email}>{me.email}</p>}
              </div>
            </div>
            <div className={styles.rows}>
              <Link href="/my-profile" className={styles.row} onClick={onClose}>
                <UserRound aria-hidden="true" />
                {t('profile.my_profile')}
              </Link>
              <SyncState onClose={onClose} />
            </div>
            <LanguageChoice />
            <ThemeChoice />
            <div className={styles.rows}>
              <button type="button" className={classes(styles.row, styles.keyboard)} onClick={help}>
                <Keyboard aria-hidden="true" />
                {t('shortcuts.title')}
              </button>
              <Link href="/privacy" className={styles.row} onClick={onClose}>
                <ShieldCheck aria-hidden="true" />
                {t('profile.privacy')}
              </Link>
              <Link href="/logout" className={styles.row} onClick={signOut}>
                <LogOut aria-hidden="true" />
                {t('menu.logout')}
              </Link>
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The state of the sync, which opens the commands that were not sent, and the button equivalent of pulling the page down. */
function SyncState({ onClose }: Pick<ProfileOverlayProps, 'onClose'>): ReactNode {
  const { t } = useTranslation();
  const { run } = useContext(ScreenRefresh);
  const { Icon, spoken } = useSyncWords();
  const [busy, setBusy] = useState(false);
  const refresh = (): void => {
    setBusy(true);
    void run().finally(() => setBusy(false));
  };
  return (
    <div className={styles.sync}>
      <Link href="/not-sent" className={classes(styles.row, styles.state)} onClick={onClose}>
        <Icon aria-hidden="true" />
        {spoken}
      </Link>
      <IconButton label={t(busy ? 'pull.busy' : 'app.refresh')} aria-disabled={busy} onClick={busy ? undefined : refresh}>
        <RefreshCw aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function LanguageChoice(): ReactNode {
  const { t, i18n } = useTranslation();
  return (
    <Group label={t('profile.language')} labelClass={styles.label}>
      <div className={styles.choice}>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            className={styles.option}
            lang={language}
            aria-pressed={language === languageOf(i18n.language)}
            onClick={() => void changeLanguage(language)}
          >
            <img className={styles.flag} src={`/flags/${language}.png`} width={24} height={16} alt="" />
            {languageNames[language]}
          </button>
        ))}
      </div>
    </Group>
  );
}

function ThemeChoice(): ReactNode {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(chosenTheme);
  return (
    <Group label={t('profile.theme')} labelClass={styles.label}>
      <div className={styles.choice}>
        {themes.map((theme) => (
          <label key={theme} className={styles.option}>
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
      </div>
    </Group>
  );
}
