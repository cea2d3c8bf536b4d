import { type ReactNode, useMemo } from 'react';
import type { EventRow } from '#contract/resources/events.ts';
import { AllAnswered } from '#sync/react/all-answered.tsx';
import type { HomeComponent } from '../feature.ts';
import { useFeatures } from '../features.tsx';
import type { HomeItem } from './home-items.ts';
import styles from './home-parts.module.css';

const now = 'schedule_status';

interface HomeParts {
  /** A picture as the first component is shown under the title. */
  readonly hero: ReactNode;
  readonly parts: ReactNode;
}

/**
 * Renders the components of an event's home screen; unknown ones are omitted and logged. `news` is shown after the current schedule
 * entries, or first if the event does not show them.
 */
export function useHomeParts(event: EventRow, items: readonly HomeItem[], news?: ReactNode): HomeParts {
  const features = useFeatures();
  const known = useMemo(() => components(features), [features]);
  const drawn = useMemo(() => items.filter(({ name }) => isKnown(known, name)), [items, known]);
  const [first, ...rest] = drawn;
  const picture = first?.name === 'header_image' ? first : undefined;
  const hasNow = drawn.some(({ name }) => name === now);
  const show = ({ id, name, count }: HomeItem): ReactNode => {
    const Part = known[name];
    return Part && <Part key={id} event={event} count={count} />;
  };
  return {
    hero: picture && show(picture),
    parts: (
      <AllAnswered className={styles.parts}>
        {hasNow ? null : news}
        {(picture ? rest : drawn).flatMap((item) => (item.name === now ? [show(item), news] : show(item)))}
      </AllAnswered>
    ),
  };
}

type Components = Readonly<Record<string, HomeComponent>>;

function components(features: ReturnType<typeof useFeatures>): Components {
  return Object.assign({}, ...features.map(({ home }) => home)) as Components;
}

function isKnown(known: Components, name: string): boolean {
  if (known[name]) return true;
  console.info(`no home component named ${name}`);
  return false;
}
