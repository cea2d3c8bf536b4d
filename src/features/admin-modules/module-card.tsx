import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModuleRow } from '#contract/resources/modules.ts';
import { textOf } from '#i18n/keys.ts';
import { Switch } from '#ui/forms/fields/switch.tsx';
import cardStyles from '#ui/theme/card.module.css';
import { WaitingMark } from '#ui/text/waiting-mark.tsx';
import { componentName, moduleName } from './module-words.ts';
import styles from './modules-screen.module.css';
import type { Contents } from './read-contents.ts';
import { useSwitches } from './use-switches.ts';

interface ModuleCardProps {
  module: ModuleRow;
  content: Contents[string];
  waiting: boolean;
}

export function ModuleCard({ module, content, waiting }: ModuleCardProps): ReactNode {
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
