import { Dexie } from 'dexie';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type ModuleRow, modules as resource } from '#contract/resources/modules.ts';
import { Refused } from '#commands/refused.tsx';
import { useRefused } from '#commands/use-refused.ts';
import type { EventDatabase } from '#db/database.ts';
import { textOf } from '#i18n/keys.ts';
import { useActiveEvent, useCurrentContext, useLive, useRefresh } from '#sync/react/hooks.tsx';
import { RefreshButton } from '#ui/actions/refresh-button.tsx';
import { refreshToast } from '#ui/actions/refresh-toast.ts';
import { Switch } from '#ui/forms/fields/switch.tsx';
import { Screen } from '#ui/layout/screen.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import cardStyles from '#ui/theme/card.module.css';
import { componentName, moduleName } from './module-words.ts';
import styles from './modules-screen.module.css';
import { useSwitches } from './use-switches.ts';

export function ModulesScreen(): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'pull', `${t('admin_modules.load_failed')}.`));
  const event = useActiveEvent();
  const here = useCurrentContext();
  const contents = useLive((db) => (event ? readContents(db, event.id) : undefined), [event?.id]);
  const waiting = useLive(
    async (db) =>
      new Set(
        (
          await db
            .mirror('modules')
            .filter(({ $pending = [] }) => $pending.length > 0)
            .toArray()
        ).map(({ id }) => id),
      ),
    [],
  );
  const refused = useRefused([resource.name], event?.id);
  if (!event || !here || !contents) return null;
  return (
    <Screen title={t('admin_modules.title')} note={t('admin_modules.note')} actions={<RefreshButton onRefresh={refresh} />}>
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      <ul className={styles.list}>
        {here.modules.map((module) => (
          <li key={module.id}>
            <ModuleCard module={module} content={contents[module.name]} waiting={waiting?.has(module.id) ?? false} />
          </li>
        ))}
      </ul>
    </Screen>
  );
}

interface ModuleCardProps {
  module: ModuleRow;
  content: Contents[string];
  waiting: boolean;
}

function ModuleCard({ module, content, waiting }: ModuleCardProps): ReactNode {
  const { t } = useTranslation();
  const { turnModule, turnEntry } = useSwitches();
  const id = useId();
  const { optional, isActive, menu_entries, home_components } = module;
  return (
    <article className={cardStyles.card} aria-labelledby={id}>
      <h2 id={id}>{moduleName(t, module.name)}</h2>
      {waiting && <WaitingMark />}
      <Switch
        label={t('admin_modules.on')}
        hint={optional ? undefined : t('admin_modules.required')}
        checked={isActive}
        disabled={!optional}
        onChange={(on) => turnModule(module, on)}
      />
      {content !== undefined && content.count > 0 && (
        <p className={styles.hides}>
          {t(`admin_modules.holds.${content.of}`, { count: content.count })} {t(isActive ? 'admin_modules.hides' : 'admin_modules.hidden')}
        </p>
      )}
      <dl className={styles.parts}>
        {menu_entries.length > 0 && (
          <>
            <dt>{t('admin_modules.menu_entries')}</dt>
            <dd>{menu_entries.map(({ name }) => textOf(t, name, name)).join(', ')}</dd>
          </>
        )}
        {home_components.length > 0 && (
          <>
            <dt>{t('admin_modules.home_components')}</dt>
            <dd>{home_components.map(({ name }) => componentName(t, name)).join(', ')}</dd>
          </>
        )}
      </dl>
      {isActive &&
        menu_entries.map((entry, index) =>
          entry.optional ? (
            <Switch
              key={entry.navigationPath}
              label={t('admin_modules.in_menu', { name: textOf(t, entry.name, entry.name) })}
              checked={entry.isActive}
              onChange={(on) => turnEntry(module, index, on)}
            />
          ) : null,
        )}
    </article>
  );
}

/** Resources whose rows are counted, by module. Rows of dating are private and not counted. */
const contents = {
  chat: 'posts',
  announcements: 'announcements',
  meetups: 'meetups',
  pictures: 'photos',
  sharing: 'shares',
  contact_links: 'contactLinks',
} as const;

type Content = (typeof contents)[keyof typeof contents];

/** Number of rows of an event on this device, by module. */
type Contents = Readonly<Partial<Record<string, { readonly of: Content; readonly count: number }>>>;

async function readContents(db: EventDatabase, eventId: number): Promise<Contents> {
  const counted = await Promise.all(
    Object.entries(contents).map(async ([module, of]) => [module, { of, count: await countOfEvent(db, of, eventId) }] as const),
  );
  return Object.fromEntries(counted);
}

/** Counts with the index of the table that begins with the event. */
function countOfEvent(db: EventDatabase, name: Content, eventId: number): Promise<number> {
  const table = db.mirror(name);
  const index = table.schema.indexes.find(({ keyPath }) => Array.isArray(keyPath) && keyPath[0] === 'eventId');
  if (!index) throw new TypeError(`${name} has no index by event`);
  return table.where(index.name).between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).count();
}
