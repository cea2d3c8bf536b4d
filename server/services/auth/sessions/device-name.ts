import Bowser from 'bowser';

/** More of it names nothing, and is work that anybody could ask for (UTF-16 code units). */
const longest = 500;

/** What the library calls some, in the words on their icons. */
const shorter: Readonly<Record<string, string>> = { 'Samsung Internet for Android': 'Samsung Internet', 'Microsoft Edge': 'Edge' };

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));

/**
 * What somebody calls the device that sent this `User-Agent` (RFC 9110, section 10.1.5): "Firefox, Android"; null where it names no browser that is
 * known. Nothing that was sent is in it, only names from a list.
 */
export function deviceNameOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, longest));
  if (!browser.name || !browsers.has(browser.name)) return null;
  const name = shorter[browser.name] ?? browser.name;
  return os.name && systems.has(os.name) ? `${name}, ${os.name}` : name;
}
