export interface Platform {
  readonly mobile: boolean;
  /** How the app is installed: it is already, by steps in the browser's menu, or by the browser's offer, if any. */
  readonly install: 'installed' | 'by-steps' | 'by-offer';
  /** iPhones and iPads push to the installed app only. */
  readonly push: 'supported' | 'needs-install' | 'unsupported';
  /** When the browser may evict the data unless it has agreed to keep it: after seven days without a visit, or at any time. */
  readonly deletes: 'after-a-week' | 'at-will';
  /** How the browser decides to keep the data: Firefox asks the person, who must learn the reason first. */
  readonly persist: 'asks-person' | 'by-itself';
  /** WebKitGTK 2.50 crashes in view transitions, and no test here can show whether Safari, the same engine, does. */
  readonly crashesInTransitions: boolean;
}

export interface Browser {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  readonly standalone: boolean;
  readonly hasPush: boolean;
}

export function platformOf({ userAgent, maxTouchPoints, standalone, hasPush }: Browser): Platform {
  // An iPad identifies as a Mac, but Macs have no touch screen.
  const appleMobile = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  const safari = appleMobile || /Macintosh.*Version\//.test(userAgent);
  return {
    mobile: appleMobile || userAgent.includes('Android'),
    install: standalone ? 'installed' : appleMobile ? 'by-steps' : 'by-offer',
    push: appleMobile && !standalone ? 'needs-install' : hasPush ? 'supported' : 'unsupported',
    deletes: safari && !standalone ? 'after-a-week' : 'at-will',
    persist: userAgent.includes('Firefox/') ? 'asks-person' : 'by-itself',
    // Chromium reports the same engine, always as 537.36.
    crashesInTransitions: /AppleWebKit\/(?!537\.36)/.test(userAgent),
  };
}

/** Workers and some test runtimes have no media queries. */
interface MediaQueries {
  readonly matchMedia?: (query: string) => { readonly matches: boolean };
}

const isDisplayedAlone = (): boolean => (globalThis as MediaQueries).matchMedia?.('(display-mode: standalone)').matches ?? false;

export function platform(): Platform {
  const { userAgent, maxTouchPoints = 0, standalone = false } = navigator as Partial<Browser> & { readonly userAgent: string };
  return platformOf({
    userAgent,
    maxTouchPoints,
    standalone: standalone || isDisplayedAlone(),
    hasPush: 'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator,
  });
}
