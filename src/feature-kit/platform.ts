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
  };
}

/** Not every runtime of the tests has media queries. */
const isDisplayedAlone = (): boolean =>
  (globalThis.matchMedia as typeof matchMedia | undefined)?.('(display-mode: standalone)').matches ?? false;

/** The platform of the browser that this runs in. */
export function platform(): Platform {
  const {
    userAgent,
    maxTouchPoints = 0,
    standalone = false,
  } = navigator as Partial<Navigator> & { userAgent: string; standalone?: boolean };
  return platformOf({
    userAgent,
    maxTouchPoints,
    standalone: standalone || isDisplayedAlone(),
    hasPush: 'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator,
  });
}
