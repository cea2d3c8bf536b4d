import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { shareTypes } from '#contract/resources/shares.ts';
import { useActiveEvent, useRefresh } from '#sync/react/hooks.tsx';
import { RefreshButton } from '#ui/actions/refresh-button.tsx';
import { refreshToast } from '#ui/actions/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { type Tab, tabAt, TabBar } from '#ui/layout/tab-bar.tsx';
import type { StoredShare } from './read-shares.ts';
import { ownTab, tabOfType } from './share-tabs.ts';
import { ShareList } from './share-list.tsx';
import styles from './sharing-screen.module.css';
import { useShareCounts } from './use-shares.ts';

export function SharingScreen(): ReactNode {
  const { t } = useTranslation();
  const event = useActiveEvent();
  const refresh = useRefresh(refreshToast(t, 'sharing'));
  const [path] = useLocation();
  const counts = useShareCounts(event?.id);
  // The form stays until it is closed, even if the last own offer was deleted elsewhere.
  const [editing, setEditing] = useState<StoredShare | null>(null);
  if (!event || !counts) return <Screen title={t('sharing.title')} />;
  const tabs = [
    ...shareTypes.map((type) => ({ path: tabOfType[type], label: t(`sharing.tab.${type}`, { number: counts.byType[type] }) })),
    ...(counts.own > 0 || editing ? [{ path: ownTab, label: t('sharing.tab.my', { number: counts.own }) }] : []),
  ] as unknown as readonly [Tab, ...Tab[]];
  const tab = tabAt(tabs, path);
  const which = shareTypes.find((type) => tabOfType[type] === tab.path) ?? 'own';
  return (
    <Screen title={t('sharing.title')} note={t('sharing.text')} actions={<RefreshButton onRefresh={refresh} />}>
      <TabBar label={t('sharing.tabs')} tabs={tabs} current={tab} />
      <ShareList key={`${event.id} ${which}`} event={event} which={which} editing={which === 'own' ? editing : null} onEdit={setEditing} />
      <Link href="/sharing-add" className={styles.add} aria-label={t('sharing.add.open')} title={t('sharing.add.open')}>
        <Plus aria-hidden="true" />
      </Link>
    </Screen>
  );
}
