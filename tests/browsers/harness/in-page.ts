// Functions that run in a page. Each must be self-contained, because its text is sent there.

/** An element as a person looks for it: by kind and name. */
export interface Target {
  readonly kind: 'button' | 'link' | 'field' | 'heading' | 'article' | 'text';
  readonly name: string;
  /** The CSS selector of the part of the screen that contains it. */
  readonly within?: string | undefined;
}

/**
 * Scrolls an element into view and returns its middle in the window; null if it is not shown, moves, or is covered. An
 * element that is only `seen` may move or be covered.
 */
export async function locate(
  { kind, name, within = 'body' }: Target,
  use: 'seen' | 'tapped' | 'held',
): Promise<{ x: number; y: number } | null> {
  const selectors = {
    button: 'button, [role=button], summary, [role=option], [role=menuitem], [role=tab], [role=switch], label:has(input)',
    link: 'a[href]',
    field: 'input, textarea, select',
    heading: 'h1, h2, h3',
    article: 'article, li',
    text: '*',
  };
  const flat = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  // An icon next to the words is no part of a name.
  const spoken = (node: Node): string =>
    node.nodeType === Node.TEXT_NODE
      ? (node.textContent ?? '')
      : [...node.childNodes].map((child) => ((child as Element).ariaHidden === 'true' ? '' : spoken(child))).join('');
  const namesOf = (node: Element): string[] => {
    const labels = [...((node as HTMLInputElement).labels ?? [])].map(({ textContent }) => flat(textContent));
    const by = node
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '');
    return [flat(node.getAttribute('aria-label')), ...labels, flat(by?.join(' ')), flat(node.textContent), flat(spoken(node))];
  };
  // An open dialog makes all other elements inert.
  const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')].findLast((node) => node.checkVisibility());
  const roots = top ? [top] : [...document.querySelectorAll(within)];
  const found = roots
    .flatMap((root) => [...root.querySelectorAll(selectors[kind])])
    .filter((node) => node.checkVisibility({ visibilityProperty: true }) && namesOf(node).includes(name));
  // For texts, the innermost element is the one with the words.
  const node = found.at(kind === 'text' ? -1 : 0);
  if (!node) return null;
  const middleOf = () => {
    const { left, top: upper, width, height } = node.getBoundingClientRect();
    return { x: left + width / 2, y: upper + height / 2 };
  };
  if (use === 'seen') return middleOf();
  node.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = middleOf();
  // Waits out a move, such as by a picture that has just loaded above.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const middle = middleOf();
  if (middle.x !== before.x || middle.y !== before.y) return null;
  // While a view transition moves a part of the page, its picture covers it.
  const isInMotion = (animation: Animation): boolean =>
    (animation.effect as KeyframeEffect | null)?.pseudoElement?.startsWith('::view-transition') === true;
  if (document.getAnimations().some(isInMotion)) return null;
  const hit = document.elementFromPoint(middle.x, middle.y);
  if (hit === null || !(node.contains(hit) || hit.contains(node))) return null;
  // The page may move before or during the press: a press or click on any other element is blocked and noted as a miss.
  const page = globalThis as Tapped;
  page.endGuard?.();
  const presses = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  const guard = (event: Event): void => {
    const isOnIt = node.contains(event.target as Node) || event.target === hit;
    if (event.type === 'pointerdown') page.tap = isOnIt ? 'pressed' : 'missed';
    if (event.type === 'click' && page.tap === 'pressed') page.tap = isOnIt ? 'hit' : 'missed';
    // A browser sends no click if the element under the pointer was replaced during the press.
    if (event.type === 'mouseup') setTimeout(() => page.tap === 'pressed' && (page.tap = 'missed'));
    if (page.tap === 'hit' || (use === 'held' && page.tap === 'pressed')) page.endGuard?.();
    else if (page.tap === 'missed') {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  page.tap = 'awaited';
  page.endGuard = () => presses.forEach((press) => removeEventListener(press, guard, true));
  presses.forEach((press) => addEventListener(press, guard, true));
  return middle;
}

/** The press that a page expects since an element was located to be hit. */
interface Tapped {
  tap?: 'awaited' | 'pressed' | 'hit' | 'missed';
  endGuard?: () => void;
}

/** Returns the result of the last press; `hit` if it has left the page. */
export const tapState = (): string => (globalThis as Tapped).tap ?? 'hit';

export function valueOf(label: string): string | null {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
  const named = fields.find(
    (node) =>
      node.getAttribute('aria-label') === label || [...(node.labels ?? [])].some(({ textContent }) => textContent?.trim() === label),
  );
  return named?.value ?? null;
}

/** Returns the engine's state: `busy`, `idle` or `level`. */
export const engineState = (): string | null => document.documentElement.dataset['engine'] ?? null;

/** Returns whether the text is shown anywhere on the screen. */
export const isTextShown = (text: string): boolean => document.body.innerText.replaceAll(/\s+/g, ' ').includes(text);

/** Returns whether the installed worker serves this page. WebKit reports “activating” for good if the page loads during the takeover. */
export const isServedByWorker = (): boolean => ['activating', 'activated'].includes(navigator.serviceWorker?.controller?.state ?? '');

/** The content of a screen on which all engines should agree. */
export interface ScreenText {
  /** The shown texts in order, including values of fields and keys of days. */
  readonly words: readonly string[];
  readonly elements: number;
  /** True if no element is loading and the app is level with its server. */
  readonly isSettled: boolean;
}

/**
 * Returns the open dialog, or else the screen, without ticking clocks, without innermost elements whose whole text matches one of these
 * patterns, and without the parents that have nothing else: without them they are empty, and styles hide them.
 */
export function describeScreen(ignored: readonly string[], loading: string): ScreenText {
  const flat = (text: string | null): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter((node) => node.checkVisibility());
  const root = dialogs.at(-1) ?? document.querySelector('main')!;
  const patterns = ignored.map((pattern) => new RegExp(`^(?:${pattern})$`));
  const all = [...root.querySelectorAll('*')];
  const isLeftOut = (node: Element): boolean =>
    node.matches('[role=timer]') || (node.children.length === 0 && patterns.some((pattern) => pattern.test(flat(node.textContent))));
  const leftOut = new Set(all.filter(isLeftOut));
  const hasOnlyLeftOut = (node: Element): boolean =>
    [...node.children].every((child) => leftOut.has(child)) &&
    flat(node.textContent) === flat([...node.children].map(({ textContent }) => textContent).join(' '));
  for (const node of leftOut) {
    for (let parent = node.parentElement!; parent !== root && hasOnlyLeftOut(parent); parent = parent.parentElement!) leftOut.add(parent);
  }
  const isShown = (node: Element): boolean =>
    node.checkVisibility({ visibilityProperty: true }) &&
    ![...leftOut].some((parent) => parent.contains(node)) &&
    node.closest('option') === null &&
    // Styles hide it where nothing hovers, which is the case for some of the engines.
    node.closest('[data-for-mouse]') === null;
  const wordsOf = (node: Element): string[] => [
    node.getAttribute('data-day') ?? '',
    node instanceof HTMLSelectElement ? (node.selectedOptions[0]?.text ?? '') : '',
    (node instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(node.type)) || node instanceof HTMLTextAreaElement
      ? flat(node.value)
      : '',
    ...[...node.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ textContent }) => flat(textContent)),
  ];
  const shown = all.filter(isShown);
  const words = shown
    .flatMap(wordsOf)
    .filter((text) => text !== '')
    .map((text) => text.replaceAll(location.origin, 'https://server'));
  return { words, elements: shown.length, isSettled: document.documentElement.dataset['engine'] === 'level' && !words.includes(loading) };
}

/** Returns whether an element of this CSS selector is shown. */
export const isDrawn = (selector: string): boolean => [...document.querySelectorAll(selector)].some((node) => node.checkVisibility());
