// Functions that run in a page. Each must be self-contained, because its text is sent there.

export const focusedName = (): string => {
  const { ariaLabel, textContent } = document.activeElement ?? document.body;
  return (ariaLabel ?? textContent ?? '').trim();
};

/** Focuses the button of this name, as the Tab key does. */
export const focusButton = (name: string): void =>
  [...document.querySelectorAll('button')].find(({ ariaLabel }) => ariaLabel === name)!.focus();

/** Returns the label of the first element of a CSS selector. */
export const labelOf = (selector: string): string => document.querySelector(selector)!.ariaLabel!;

/** Returns the number of shown elements of a CSS selector. */
export const countVisible = (selector: string): number =>
  [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility()).length;

/** Returns the names in the first order of a screen, also during a drag. */
export function shownOrder(prefix: string): string[] {
  const buttons = [...document.querySelector('main form ol')!.querySelectorAll('button')];
  // A hidden copy keeps the place of a dragged item.
  const shown = buttons.filter((node) => node.checkVisibility({ visibilityProperty: true }));
  const labels = shown.map(({ ariaLabel }) => ariaLabel ?? '');
  return labels.filter((label) => label.startsWith(prefix)).map((label) => label.slice(prefix.length));
}

/** Returns the announcement for screen readers of the first order. */
export const announcedOrder = (): string => document.querySelector('main form ol ~ [role=status]')!.textContent ?? '';

/** Presses a key at the first order's next announcement, which is faster than a driver. */
export function pressAfterPickUp(code: string): void {
  const press = new MutationObserver(() => {
    press.disconnect();
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: code, code, bubbles: true, cancelable: true }));
  });
  press.observe(document.querySelector('main form ol ~ [role=status]')!, { subtree: true, childList: true, characterData: true });
}

/** Returns the names of the links in the open menu, without those of event admins. */
export const shownMenu = (): string[] =>
  [...document.querySelectorAll('[role=dialog] nav ul')]
    .slice(0, 1)
    .flatMap((list) => [...list.querySelectorAll('a span:not([aria-hidden])')])
    .map(({ textContent }) => textContent ?? '');

/** The pictures that a page has sent, whole or in pieces, with a letter for each byte. */
interface Sending {
  sentPictures?: string[];
}

/** Keeps a copy of each picture that this page sends from now on. */
export function recordSentPictures(): void {
  const sent: string[] = ((globalThis as Sending).sentPictures = []);
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    if (typeof body === 'string') sent.push(atob(/"data:image[^,"]*,([^"]*)"/.exec(body)?.[1] ?? ''));
    else if (body instanceof Uint8Array) sent.push(Array.from(body, (byte) => String.fromCharCode(byte)).join(''));
    return send.call(this, body);
  };
}

/** Returns the picture that was sent since the last call, in base64. */
export const takeSentPicture = (): string => btoa((globalThis as Sending).sentPictures!.splice(0).join(''));

/** Returns the box of a field's text in the window, without padding. */
export function textBoxOf(label: string): { left: number; top: number; width: number; height: number } {
  const fields = [...document.querySelectorAll('input')];
  const field = fields.find(({ labels }) => [...(labels ?? [])].some(({ textContent }) => textContent?.trim() === label))!;
  field.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = field.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(field);
  const [before, after] = [parseFloat(paddingLeft), parseFloat(paddingRight)];
  return { left: left + before, top: top + 4, width: width - before - after, height: height - 8 };
}
