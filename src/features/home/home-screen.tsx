import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '../../../contract/resources/events.ts';
import type { HomeComponent } from '../../feature/feature.ts';
import { useFeatures } from '../../feature/features.tsx';
import { useFormats } from '../../i18n/use-formats.ts';
import { useActiveEvent, useHere } from '../../sync/react/hooks.tsx';
import { EmptyState } from '../../ui/screen/empty-state.tsx';
import { Screen } from '../../ui/screen/screen.tsx';
import { EventDays } from '../../ui/time/event-days.tsx';
import { type HomeItem, homeItems } from './home-entries.ts';
import styles from './home-screen.module.css';

type HomeComponents = Readonly<Record<string, HomeComponent>>;

/** The components that the event has put on its home screen; those that this app does not know are left out and logged. */
export function HomeScreen(): ReactNode {
  const features = useFeatures();
  const components = useMemo((): HomeComponents => Object.assign({}, ...features.map(({ home }) => home)) as HomeComponents, [features]);
  const event = useActiveEvent();
  const items = useHomeItems(components);
  if (!event || !items) return null;
  return <Home event={event} items={items} components={components} />;
}

function Home({ event, items, components }: { event: EventRow; items: HomeItem[]; components: HomeComponents }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats(event);
  const [first, ...rest] = items;
  // A picture at the top stands above the title.
  const hero = first?.name === 'header_image' ? first : undefined;
  const show = ({ id, name, count }: HomeItem): ReactNode => {
    const Part = components[name];
    return Part && <Part key={id} event={event} count={count} />;
  };
  return (
    <Screen
      title={event.title}
      note={<EventDays event={event} formats={formats} />}
      lead={hero && <div className={styles['hero']}>{show(hero)}</div>}
    >
      {items.length === 0 && <EmptyState icon="🏕️" title={t('home.empty')} text={t('home.empty_text')} />}
      <div className={styles['parts']}>{(hero ? rest : items).map(show)}</div>
    </Screen>
  );
}

function useHomeItems(components: HomeComponents): HomeItem[] | undefined {
  const here = useHere();
  return useMemo(
    () =>
      here &&
      homeItems(here.homeEntries, here.modules).filter(({ name }) => {
        if (components[name]) return true;
        console.info(`no home component named ${name}`);
        return false;
      }),
    [here, components],
  );
}
