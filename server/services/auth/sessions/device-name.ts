import Bowser from 'bowser';

/** Limits the work that anybody can cause (UTF-16 code units). */
const longest = 500;

/** Names of the library, replaced by the words on the icons. */
const shorter: Readonly<Record<string, string>> = { 'Samsung Internet for Android': 'Samsung Internet', 'Microsoft Edge': 'Edge' };

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));

/**
 * Returns a readable name of the device for a `User-Agent` (RFC 9110, section 10.1.5), such as "Firefox, Android"; null for an unknown
 * browser. The result contains only names from a list, nothing that was sent.
 */
export function deviceNameOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, longest));
  if (!browser.name || !browsers.has(browser.name)) return null;
  const name = shorter[browser.name] ?? browser.name;
  return os.name && systems.has(os.name) ? `${name}, ${os.name}` : name;
}
