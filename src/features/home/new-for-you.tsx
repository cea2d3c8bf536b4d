import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { EventRow } from '#contract/resources/events.ts';
import type { ModuleRow } from '#contract/resources/modules.ts';
import { useFeatures } from '#feature-kit/features.tsx';
import { isScreenOn } from '#feature-kit/menu/menu.ts';
import { useFormats } from '#i18n/use-formats.ts';
import { useCurrentContext, useLive } from '#sync/react/hooks.tsx';
import { lazyComponent } from '#ui/loading/lazy-component.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Moment } from '#ui/time/moment.tsx';
import { useNow } from '#ui/time/use-now.ts';
import styles from './home.module.css';

const MarkAllRead = lazyComponent(async () => (await import('./mark-all-read-button.tsx')).MarkAllReadButton, 'silent');

/** The newest items; their screens have the rest. */
const most = 6;

const noModules: readonly ModuleRow[] = [];

/** Everything that is new for the person since the last visits of its screens, in one list; nothing if there is nothing new. */
export function NewForYou({ event }: { event: EventRow }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const now = useNow(30_000);
  const features = useFeatures();
  const modules = useCurrentContext()?.modules ?? noModules;
  const sources = useMemo(
    () => features.flatMap(({ newItems }) => (newItems && isScreenOn(newItems.path, modules) ? newItems : [])),
    [features, modules],
  );
  const items = useLive(
    async (db) => {
      const lists = await db.readTogether(() => Promise.all(sources.map(({ list }) => list(db, event.id))));
      return lists
        .flat()
        .toSorted((one, other) => other.at - one.at)
        .slice(0, most);
    },
    [event.id, sources],
  );
  if (!items || items.length === 0) return null;
  return (
    <Section title={t('home.new')} action={<MarkAllRead eventId={event.id} />}>
      <ul className={styles.news}>
        {items.map(({ key, at, icon: Icon, text, detail, href }) => (
          <li key={key}>
            <Link href={href} className={styles.newItem} transition>
              <Icon className={styles.newIcon} aria-hidden="true" />
              <span className={styles.newText}>
                <span className={styles.newTitle}>{text({ t, formats })}</span>
                {detail !== undefined && <span className={styles.newDetail}>{detail}</span>}
              </span>
              <Moment at={new Date(at).toISOString()} formats={formats} now={now} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
