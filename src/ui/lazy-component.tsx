import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the code ahead, so that the first use shows at once. */
  preload(): Promise<void>;
}

/** A component whose code is loaded when it is first needed, or before by `preload`; shows nothing meanwhile. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async (): Promise<void> => {
    loaded ??= await load();
  };
  const Waiting = lazy(async () => {
    await preload();
    return { default: loaded as ComponentType<Props> };
  }) as unknown as ComponentType<Props>;
  const Lazy = (props: Props): ReactNode => {
    // Chosen once, so that code which arrives meanwhile does not remount what is shown.
    const [Chosen] = useState(() => loaded ?? Waiting);
    return (
      <Suspense fallback={null}>
        <Chosen {...props} />
      </Suspense>
    );
  };
  return Object.assign(Lazy, { preload });
}
