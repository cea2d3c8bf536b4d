import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import { type ModuleRow as Module, modules as resource } from '#contract/resources/modules.ts';
import { Refused } from '#commands/refused.tsx';
import { useRefused } from '#commands/use-refused.ts';
import { useOpenedStep } from '#feature-kit/first-steps/opened-steps.ts';
import { useActiveEvent, useCurrentContext, useLive, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import styles from './modules-screen.module.css';
import { useFeatures } from '#feature-kit/features.tsx';
import { iconOf } from '#feature-kit/menu/menu.ts';
import { textOf } from '#i18n/texts.ts';
import { Switch } from '#ui/forms/fields/switch.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { moduleName, modulePurpose } from './module-words.ts';
import { useSwitches } from './use-switches.ts';
import { Dexie } from 'dexie';
import type { EventDatabase } from '#db/database.ts';

export function ModulesScreen(): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'pull', `${t('admin_modules.load_failed')}.`));
  const event = useActiveEvent();
  const here = useCurrentContext();
  useOpenedStep(event?.id, 'modules');
  const contents = useLive(event ? (db) => readContents(db, event.id) : null, [event?.id]);
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
  const [optional, required] = [here.modules.filter((module) => module.optional), here.modules.filter((module) => !module.optional)];
  return (
    <Screen title={t('admin_modules.title')} lead={<BackToOverview />} note={t('admin_modules.note')} onRefresh={refresh}>
      {refused.map((entry) => (
        <Refused key={entry.key} entry={entry} />
      ))}
      <ul className={styles.list} aria-label={t('admin_modules.title')}>
        {optional.map((module) => (
          <ModuleRow key={module.id} module={module} content={contents[module.name]} waiting={waiting?.has(module.id) ?? false} />
        ))}
      </ul>
      <details className={styles.required}>
        <summary>
          <ChevronRight aria-hidden="true" />
          {t('admin_modules.always_on', { number: required.length })}
        </summary>
        <ul className={styles.list} aria-label={t('admin_modules.required')}>
          {required.map((module) => (
            <RequiredModule key={module.id} module={module} />
          ))}
        </ul>
      </details>
    </Screen>
  );
}

/** Modules without a menu entry have no icon of their own. */
const withoutEntry: Readonly<Record<string, string>> = { profile: '👤' };

function Icon({ module: { name, menu_entries } }: { module: Module }): ReactNode {
  const features = useFeatures();
  const [entry] = menu_entries;
  return (
    <span className={styles.icon} aria-hidden="true">
      {entry ? iconOf(entry, features) : (withoutEntry[name] ?? '📄')}
    </span>
  );
}

interface ModuleRowProps {
  module: Module;
  content: Content | undefined;
  waiting: boolean;
}

/** A module that organisers turn on and off, with its optional menu entries. */
function ModuleRow({ module, content, waiting }: ModuleRowProps): ReactNode {
  const { t } = useTranslation();
  const { turnModule, turnEntry } = useSwitches();
  const { name, isActive, menu_entries } = module;
  const holds = content !== undefined && content.count > 0 ? t(`admin_modules.holds.${content.of}`, { count: content.count }) : null;
  const purpose = holds === null ? modulePurpose(t, name) : `${modulePurpose(t, name)} ${holds}`;
  const hint = holds === null || isActive ? purpose : `${purpose} · ${t('admin_modules.hidden')}`;
  return (
    <li className={styles.row}>
      <Icon module={module} />
      <div className={styles.words}>
        <Switch label={moduleName(t, name)} hint={hint} checked={isActive} onChange={(on) => turnModule(module, on)} />
        {waiting && <WaitingMark />}
        {isActive &&
          menu_entries.map((entry, index) =>
            entry.optional ? (
              <div key={entry.navigationPath} className={styles.entry}>
                <Switch
                  label={t('admin_modules.in_menu', { name: textOf(t, entry.name, entry.name) })}
                  checked={entry.isActive}
                  onChange={(on) => turnEntry(module, index, on)}
                />
              </div>
            ) : null,
          )}
      </div>
    </li>
  );
}

/** A module that every event has. */
function RequiredModule({ module }: { module: Module }): ReactNode {
  const { t } = useTranslation();
  return (
    <li className={styles.row}>
      <Icon module={module} />
      <div className={styles.words}>
        <p className={styles.name}>{moduleName(t, module.name)}</p>
        <p className={styles.dim}>{modulePurpose(t, module.name)}</p>
      </div>
    </li>
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

type Counted = (typeof contents)[keyof typeof contents];

interface Content {
  readonly of: Counted;
  readonly count: number;
}

/** Returns the number of rows of an event on this device, by module. */
async function readContents(db: EventDatabase, eventId: number): Promise<Readonly<Partial<Record<string, Content>>>> {
  const counted = await Promise.all(
    Object.entries(contents).map(async ([module, of]) => [module, { of, count: await countOfEvent(db, of, eventId) }] as const),
  );
  return Object.fromEntries(counted);
}

/** Counts with the index of the table that begins with the event. */
function countOfEvent(db: EventDatabase, name: Counted, eventId: number): Promise<number> {
  const table = db.mirror(name);
  const index = table.schema.indexes.find(({ keyPath }) => Array.isArray(keyPath) && keyPath[0] === 'eventId');
  if (!index) throw new TypeError(`${name} has no index by event`);
  return table.where(index.name).between([eventId, Dexie.minKey], [eventId, Dexie.maxKey]).count();
}
