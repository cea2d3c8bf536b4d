import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackToOverview } from '#feature-kit/back-link.tsx';
import { modules as resource } from '#contract/resources/modules.ts';
import { Refused } from '#commands/refused.tsx';
import { useRefused } from '#commands/use-refused.ts';
import { useOpenedStep } from '#feature-kit/first-steps/opened-steps.ts';
import { useActiveEvent, useCurrentContext, useLive, useRefresh } from '#sync/react/hooks.tsx';
import { refreshToast } from '#ui/refresh/refresh-toast.ts';
import { Screen } from '#ui/layout/screen.tsx';
import { ModuleRow, RequiredModule } from './module-row.tsx';
import styles from './modules-screen.module.css';
import { readContents } from './read-contents.ts';

export function ModulesScreen(): ReactNode {
  const { t } = useTranslation();
  const refresh = useRefresh(refreshToast(t, 'pull', `${t('admin_modules.load_failed')}.`));
  const event = useActiveEvent();
  const here = useCurrentContext();
  useOpenedStep(event?.id, 'modules');
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
