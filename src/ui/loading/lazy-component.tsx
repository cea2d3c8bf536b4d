import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './lazy-component.module.css';
import { type LoadedAs, NotLoaded } from './not-loaded.tsx';
import { Spinner } from './spinner.tsx';

/** Shown only on a slow network; code on the device loads too fast to be noticed. */
function Coming(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.coming} data-coming>
      <Spinner label={t('app.loading')} />
    </div>
  );
}

export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the code in advance, so that the first use renders at once. */
  preload(): Promise<void>;
}

/**
 * Returns a component whose code is loaded on first use, or before by `preload`; a screen shows a loading message until then. A failed load
 * is retried when the network is back and on request; `as` chooses how it is shown. `StandIn` is drawn until the code has come.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  as: LoadedAs = 'screen',
  StandIn?: ComponentType<Props>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async (): Promise<void> => {
    loaded ??= await load();
  };
  const Lazy = (props: Props): ReactNode => {
    // Chosen once, so that code that arrives later does not remount the shown component.
    const [Chosen, choose] = useState(() => loaded);
    const [failed, setFailed] = useState(false);
    const attempt = useCallback(async (): Promise<boolean> => {
      const worked = await preload().then(
        () => true,
        () => false,
      );
      choose(() => loaded);
      setFailed(!worked);
      return worked;
    }, []);
    useEffect(() => {
      // oxlint-disable-next-line react/set-state-in-effect -- it is set when the code has come
      if (!Chosen) void attempt();
    }, [Chosen, attempt]);
    if (Chosen) return <Chosen {...props} />;
    const standIn = StandIn && <StandIn {...props} />;
    if (failed) {
      return (
        <>
          {standIn}
          <NotLoaded as={as} onRetry={attempt} {...(props as { onClose?: () => void; onCancel?: () => void })} />
        </>
      );
    }
    if (standIn) return standIn;
    if (as === 'screen') return <Coming />;
    return as === 'part' ? <span hidden data-coming /> : null;
  };
  return Object.assign(Lazy, { preload });
}
