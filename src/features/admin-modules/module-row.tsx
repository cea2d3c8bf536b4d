import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModuleRow as Module } from '#contract/resources/modules.ts';
import { useFeatures } from '#feature-kit/features.tsx';
import { iconOf } from '#feature-kit/menu/menu.ts';
import { textOf } from '#i18n/texts.ts';
import { Switch } from '#ui/forms/fields/switch.tsx';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { moduleName, modulePurpose } from './module-words.ts';
import styles from './modules-screen.module.css';
import type { Content } from './read-contents.ts';
import { useSwitches } from './use-switches.ts';

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
export function ModuleRow({ module, content, waiting }: ModuleRowProps): ReactNode {
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
export function RequiredModule({ module }: { module: Module }): ReactNode {
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
