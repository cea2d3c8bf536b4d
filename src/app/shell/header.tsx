import Menu from 'lucide-react/icons/menu';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { NotificationBell } from '../../features/notifications/bell.tsx';
import { nobody, OwnAvatar } from '../../pictures/own-avatar.tsx';
import { useMe, useObservable, useSession } from '../../sync/react/hooks.tsx';
import { Button, IconButton } from '../../ui/look/button.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.tsx';
import { Logo } from '../../ui/look/logo.tsx';
import styles from './header.module.css';
import { SyncIndicator } from './sync-indicator.tsx';

const ProfileOverlay = lazyComponent(async () => (await import('./profile-overlay.tsx')).ProfileOverlay, 'over');

export const preloadProfileOverlay = ProfileOverlay.preload;

interface HeaderProps {
  menuOpen: boolean;
  /** Something behind the menu has not been seen yet. */
  hasNews: boolean;
  /** Left out where the menu stands open beside the content. */
  onMenu: (() => void) | undefined;
  /** Moves the focus to the content. */
  onSkip: () => void;
}

export function Header({ menuOpen, hasNews, onMenu, onSkip }: HeaderProps): ReactNode {
  const { t } = useTranslation();
  const { betaLabel } = useObservable(useSession().site);
  const beta = betaLabel ?? t('app.beta');
  return (
    <header className={styles['header']}>
      <Button className={styles['skip']} onClick={onSkip}>
        {t('app.skip')}
      </Button>
      {onMenu && (
        <IconButton
          label={hasNews ? `${t('menu.open')}, ${t('schedule_news.title')}` : t('menu.open')}
          className={styles['menu']}
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={onMenu}
        >
          <Menu aria-hidden="true" />
          {hasNews && <span className={styles['dot']} />}
        </IconButton>
      )}
      <Link href="/home" className={styles['home']}>
        <Logo className={styles['logo']} size={32} alt={t('app.name')} />
        <span className={styles['name']} aria-hidden="true">
          {t('app.name')}
        </span>
      </Link>
      {beta !== '' && <span className={styles['beta']}>{beta}</span>}
      <span className={styles['room']} />
      <SyncIndicator />
      <NotificationBell />
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
        className={styles['profile']}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <OwnAvatar me={me ?? nobody} />
      </IconButton>
      {open && <ProfileOverlay me={me} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}
