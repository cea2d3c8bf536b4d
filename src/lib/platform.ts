/** The abilities of this browser on this device. */
export interface Platform {
  /** A phone or tablet. */
  readonly mobile: boolean;
  /** How the app comes onto the home screen: it is there, by steps in the browser's menu, or by the browser's own offer, if it makes one. */
  readonly install: 'installed' | 'by-steps' | 'by-offer';
  /** iPhones and iPads push to the installed app only. */
  readonly push: 'supported' | 'needs-install' | 'unsupported';
  /** When the browser may delete the app's data unless it has agreed to keep it: after seven days without a visit, or whenever it wants to. */
  readonly deletes: 'after-a-week' | 'at-will';
  /** How the browser decides to keep the data for good: Firefox asks the person, who has to know why before it does. */
  readonly persist: 'asks-person' | 'by-itself';
}

/** The facts that a browser tells of itself. */
export interface Browser {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  readonly standalone: boolean;
  readonly hasPush: boolean;
}

export function platformOf({ userAgent, maxTouchPoints, standalone, hasPush }: Browser): Platform {
  // An iPad says that it is a Mac, but Macs have no touch screen.
  const appleMobile = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  const safari = appleMobile || /Macintosh.*Version\//.test(userAgent);
  return {
    mobile: appleMobile || userAgent.includes('Android'),
    install: standalone ? 'installed' : appleMobile ? 'by-steps' : 'by-offer',
    push: appleMobile && !standalone ? 'needs-install' : hasPush ? 'supported' : 'unsupported',
    deletes: safari && !standalone ? 'after-a-week' : 'at-will',
    persist: userAgent.includes('Firefox/') ? 'asks-person' : 'by-itself',
  };
}

/** Neither a worker nor every runtime of the tests has media queries. */
interface MediaQueries {
  readonly matchMedia?: (query: string) => { readonly matches: boolean };
}

const isDisplayedAlone = (): boolean => (globalThis as MediaQueries).matchMedia?.('(display-mode: standalone)').matches ?? false;

/** The platform of the browser that this runs in. */
export function platform(): Platform {
  const { userAgent, maxTouchPoints = 0, standalone = false } = navigator as Partial<Browser> & { readonly userAgent: string };
  return platformOf({
    userAgent,
    maxTouchPoints,
    standalone: standalone || isDisplayedAlone(),
    hasPush: 'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator,
  });
}
