import Menu from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useFeatures } from '#feature-kit/features.tsx';
import type { Badges } from '#feature-kit/menu/menu-link.ts';
import { placeholderPerson, OwnAvatar } from '#pictures/own-avatar.tsx';
import { useMe, useObservable, useSession } from '#sync/react/hooks.tsx';
import { Button, buttonClass, IconButton } from '#ui/theme/button.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { Logo } from '#ui/theme/logo.tsx';
import styles from './header.module.css';
import { SyncIndicator } from './sync-indicator.tsx';

const ProfileOverlay = lazyComponent(async () => (await import('./profile-overlay.tsx')).ProfileOverlay, 'over');

export const preloadProfileOverlay = ProfileOverlay.preload;

interface HeaderProps {
  menuOpen: boolean;
  badges: Badges;
  /** Undefined if the menu is open next to the content. */
  onMenu: (() => void) | undefined;
  /** Moves the focus to the content. */
  onSkip: () => void;
}

export function Header({ menuOpen, badges, onMenu, onSkip }: HeaderProps): ReactNode {
  const { t } = useTranslation();
  const { betaLabel } = useObservable(useSession().site);
  const features = useFeatures();
  const beta = betaLabel ?? t('app.beta');
  return (
    <header className={styles.header}>
      <Button className={styles.skip} onClick={onSkip}>
        {t('app.skip')}
      </Button>
      {onMenu && (
        <IconButton
          label={[t('menu.open'), ...badges.map(({ label }) => t(label))].join(', ')}
          className={styles.menu}
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={onMenu}
        >
          <Menu aria-hidden="true" />
          {badges.length > 0 && <span className={styles.dot} />}
        </IconButton>
      )}
      <Link href="/home" className={styles.home}>
        <Logo className={styles.logo} size={32} alt={t('app.name')} />
        <span className={styles.name} aria-hidden="true">
          {t('app.name')}
        </span>
      </Link>
      <span className={styles.room}>{beta !== '' && <span className={styles.beta}>{beta}</span>}</span>
      <SyncIndicator />
      <Link href="/search" className={buttonClass('icon')} aria-label={t('search.open')} title={t('search.open')}>
        <Search aria-hidden="true" />
      </Link>
      {features.map(({ name, header: Control }) => Control && <Control key={name} />)}
      <ProfileButton />
    </header>
  );
}

function ProfileButton(): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        label={t('profile.open')}
        className={styles.profile}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <OwnAvatar me={me ?? placeholderPerson} />
      </IconButton>
      {open && <ProfileOverlay me={me} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}
