import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, matchRoute, useRouter } from 'wouter';
import type { MenuEntryDefinition, ModuleRow } from '#contract/resources/modules.ts';
import { may } from '#contract/roles.ts';
import type { Route } from '#feature-kit/route.ts';
import { textOf } from '#i18n/texts.ts';
import { useActor, useCurrentContext } from '#sync/react/hooks.tsx';
import { buttonClass } from '#ui/theme/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Screen } from '#ui/layout/screen.tsx';

/** Replaces a screen whose module is off in the event. Its data is kept. */
export function UnlessOff({ route, children }: { route: Route; children: ReactNode }): ReactNode {
  const { parser } = useRouter();
  const leadsTo = ({ navigationPath }: MenuEntryDefinition): boolean =>
    route.of === navigationPath || matchRoute(parser, route.path, navigationPath)[0];
  const entries = useCurrentContext()?.modules.flatMap((module) => module.menu_entries.filter(leadsTo).map((entry) => ({ module, entry })));
  const [found] = entries ?? [];
  return found?.module.isActive === false ? <IsOff {...found} /> : children;
}

function IsOff({ module, entry }: { module: ModuleRow; entry: MenuEntryDefinition }): ReactNode {
  const { t } = useTranslation();
  const actor = useActor();
  const organises = may(actor, 'event-admin', { eventId: module.eventId });
  return (
    <Screen title={textOf(t, entry.name, entry.name)}>
      <EmptyState icon={CircleAlert} title={t('module_off.what')} text={t('module_off.text')}>
        <Link href={organises ? '/admin/modules' : '/home'} className={buttonClass('primary')}>
          {t(organises ? 'module_off.manage' : 'app.go_home')}
        </Link>
      </EmptyState>
    </Screen>
  );
}
