import Handshake from 'lucide-react/icons/handshake';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import { type ShareType, shareTypes } from '#contract/resources/shares.ts';
import { draftedBy } from '#commands/command-fields.ts';
import { Refused } from '#commands/refused.tsx';
import { EmptyList } from '#feature-kit/empty-list.tsx';
import { useActiveEvent, useMe, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { SearchField } from '#ui/forms/fields/search-field.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { linkedRow } from '#ui/layout/show-row.ts';
import { type Tab, tabAt, TabBar } from '#ui/layout/tab-bar.tsx';
import { Button, buttonClass } from '#ui/theme/button.tsx';
import { EditShare } from './form/edit-share.tsx';
import { ShareCard } from './share-card.tsx';
import { iconOfType, ownTab, tabOfType } from './share-tabs.ts';
import { shareText } from './share-words.ts';
import styles from './sharing-screen.module.css';
import { isFree, type StoredShare, useBoard, useShareCounts } from './use-shares.ts';

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
    <Screen title={t('sharing.title')} note={t('sharing.text')} onRefresh={refresh}>
      <TabBar label={t('sharing.tabs')} tabs={tabs} current={tab} />
      <ShareList key={`${event.id} ${which}`} event={event} which={which} editing={which === 'own' ? editing : null} onEdit={setEditing} />
      <Link href="/sharing-add" className={styles.add} aria-label={t('sharing.add.open')} title={t('sharing.add.open')}>
        <Plus aria-hidden="true" />
      </Link>
    </Screen>
  );
}

const portion = 20;

interface ShareListProps {
  event: EventRow;
  which: ShareType | 'own';
  /** The edited offer as it was when the edit began. */
  editing: StoredShare | null;
  onEdit: (share: StoredShare | null) => void;
}

function ShareList({ event, which, editing, onEdit }: ShareListProps): ReactNode {
  const { t } = useTranslation();
  const me = useMe();
  const [search, setSearch] = useState('');
  const [onlyFree, setOnlyFree] = useState(false);
  const [shown, setShown] = useState(portion);
  const list = useRef<HTMLUListElement>(null);
  const term = useDeferredValue(search).trim().toLocaleLowerCase();
  const board = useBoard(event.id, which);
  if (!board) return null;
  const { shares, owners, refused } = board;
  const homeless = refused.filter(
    (entry) => shares.every(({ id }) => id !== entry.id) && (which === 'own' || draftedBy(entry).type === which),
  );
  const edited = editing && shares.find(({ id }) => id === editing.id);
  if (shares.length + homeless.length === 0 && !editing)
    return (
      <EmptyList icon={which === 'own' ? Handshake : iconOfType[which]} title={t('sharing.empty')} text={t('sharing.empty_text')}>
        <Link href="/sharing-add" className={`${buttonClass('primary')} ${styles.first}`}>
          {t('sharing.add.open')}
        </Link>
      </EmptyList>
    );
  const searchText = (share: StoredShare): string =>
    `${shareText(t, share)}\n${owners.get(share.authorId)?.name ?? ''}`.toLocaleLowerCase();
  const found = shares.filter((share) => (!onlyFree || isFree(share)) && (term === '' || searchText(share).includes(term)));
  const drawn = Math.max(shown, 1 + found.findIndex(({ id }) => id === linkedRow()));
  return (
    <>
      <div className={styles.filter}>
        <SearchField label={t('sharing.search')} value={search} onChange={setSearch} />
        <label className={styles.free}>
          <input type="checkbox" checked={onlyFree} onChange={({ target }) => setOnlyFree(target.checked)} />
          {t('sharing.only_free')}
        </label>
      </div>
      {found.length === 0 && shares.length > 0 && (
        <p role="status" className={styles.none}>
          {t('sharing.none_found')}{' '}
          <Button
            look="quiet"
            onClick={() => {
              setSearch('');
              setOnlyFree(false);
            }}
          >
            {t('sharing.clear_filter')}
          </Button>
        </p>
      )}
      {/* In one place whether its offer exists or was deleted elsewhere, so that the typed values stay. */}
      {editing && <EditShare key={editing.id} share={edited ?? editing} gone={!edited} onClose={() => onEdit(null)} />}
      <ul ref={list} tabIndex={-1} className={styles.list} aria-label={t('sharing.list')}>
        {homeless.map((entry) => (
          <li key={entry.key}>
            <Refused entry={entry} />
          </li>
        ))}
        {found.slice(0, drawn).map((share) => (
          <li key={share.id}>
            {editing?.id !== share.id && (
              <ShareCard
                share={share}
                owner={owners.get(share.authorId)}
                isOwn={share.authorId === me?.id}
                onEdit={which === 'own' ? () => onEdit(share) : undefined}
                onDeleted={() => list.current?.focus()}
              />
            )}
            {refused.map((entry) => entry.id === share.id && <Refused key={entry.key} entry={entry} />)}
          </li>
        ))}
      </ul>
      {found.length > drawn && (
        <Button onClick={() => setShown(drawn + portion)}>{t('sharing.more', { count: found.length - drawn })}</Button>
      )}
    </>
  );
}
