import { expect, vi } from 'vitest';
import type { Key, Point, Window } from '../driver/engine.ts';
import { loginOf, type Person as Login } from '#tests/e2e/harness/people.ts';
import { type ScreenPath, screenIs } from '#tests/e2e/harness/screens.ts';
import { t } from '#tests/e2e/harness/texts.ts';
import {
  describeScreen,
  engineState,
  isDrawn,
  isTextShown,
  isServedByWorker,
  locate,
  type ScreenText,
  tapState,
  type Target,
  valueOf,
} from './in-page.ts';
import { patience, expectEventually } from './expect-eventually.ts';

/** A person in front of a window: finds elements by name, and uses pointer and keys. */
export class Person {
  readonly window: Window;
  readonly #origin: string;

  constructor(window: Window, origin: string) {
    this.window = window;
    this.#origin = origin;
  }

  open = (path: string): Promise<void> => this.window.goto(`${this.#origin}${path}`);

  async tap(kind: Target['kind'], name: string, within?: string): Promise<void> {
    const thing = { kind, name, within };
    // A press after a move of the page had no effect, so repeat it.
    while (!(await this.#hits(thing, 'tapped', (at) => this.window.tap(at))));
  }

  /** Holds an element with the mouse until `window.mouse.up`. Returns its middle. */
  async grab(kind: Target['kind'], name: string, within?: string): Promise<Point> {
    let held: Point = { x: 0, y: 0 };
    const hold = (at: Point): Promise<void> => this.window.mouse.down((held = at));
    while (!(await this.#hits({ kind, name, within }, 'held', hold))) await this.window.mouse.up();
    return held;
  }

  /** Returns the middle of an element in the window. */
  middleOf = async (kind: Target['kind'], name: string, within?: string): Promise<Point> =>
    (await this.#found({ kind, name, within }, 'seen'))!;

  /** Replaces the content of a field by typing. */
  async fill(label: string, text: string): Promise<void> {
    await this.tap('field', label);
    await this.window.run((name) => {
      const field = document.activeElement as HTMLInputElement;
      if (!(field instanceof HTMLElement)) throw new Error(`no focus in ${name}`);
      if ('select' in field) field.select();
    }, label);
    await this.window.write(text);
    await this.#expectEventually(() => this.window.run(valueOf, label), label, text);
  }

  /** Taps the first button of an action that each post or photo has; its name ends with the subject. */
  async tapAbout(action: string): Promise<void> {
    const name = await this.window.run(
      (start) =>
        [...document.querySelectorAll('button')]
          .map((node) => node.getAttribute('aria-label') ?? '')
          .find((each) => each.startsWith(start)) ?? start,
      `${action}: `,
    );
    await this.tap('button', name);
  }

  /** Types into the field of this CSS selector, which has no name of its own. */
  async fillIn(selector: string, text: string): Promise<void> {
    const focus = (field: string): boolean => {
      const node = document.querySelector<HTMLElement>(field);
      node?.focus();
      return node !== null && document.activeElement === node;
    };
    await this.#expectEventually(() => this.window.run(focus, selector), selector, true);
    await this.window.write(text);
    await this.#expectEventually(
      () => this.window.run((field) => document.querySelector<HTMLInputElement>(field)?.value ?? null, selector),
      selector,
      text,
    );
  }

  /** Sets a date and time as a picker does: typed digits differ in each engine. */
  async setDate(label: string, value: string): Promise<void> {
    await this.window.run(
      (name, date) => {
        const fields = [...document.querySelectorAll('input')];
        const field = fields.find(({ labels }) => [...(labels ?? [])].some(({ textContent }) => textContent?.trim() === name))!;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, date);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));
      },
      label,
      value,
    );
    await this.#expectEventually(() => this.window.run(valueOf, label), label, value);
  }

  press = (key: Key): Promise<void> => this.window.press(key);

  sees = (text: string): Promise<void> => this.#expectEventually(() => this.window.run(isTextShown, text), `sees ${text}`, true);
  /** Waits until one of these texts is shown, and returns it. */
  async seesOneOf(...texts: readonly string[]): Promise<string> {
    let shown: string | undefined;
    const look = async (): Promise<boolean> => {
      for (const text of texts) if (await this.window.run(isTextShown, text)) shown ??= text;
      return shown !== undefined;
    };
    await this.#expectEventually(look, `sees ${texts.join(' or ')}`, true);
    return shown!;
  }
  doesNotSee = (text: string): Promise<void> => this.#expectEventually(() => this.window.run(isTextShown, text), `sees ${text}`, false);

  /** Waits until the field of this label has this value. */
  has = (label: string, value: string): Promise<void> => this.#expectEventually(() => this.window.run(valueOf, label), label, value);

  async finds(kind: Target['kind'], name: string, within?: string): Promise<void> {
    await this.#found({ kind, name, within }, 'seen');
  }

  /** Waits until the picture of this description is drawn. */
  findsPicture = (description: string): Promise<void> =>
    this.#expectEventually(
      () =>
        this.window.run(
          (alt) => [...document.images].some((image) => image.alt === alt && image.complete && image.naturalWidth > 0),
          description,
        ),
      `picture “${description}”`,
      true,
    );

  /** Waits until an element of this CSS selector is shown. */
  isDrawn = (selector: string): Promise<void> => this.#expectEventually(() => this.window.run(isDrawn, selector), selector, true);

  async openScreen(path: ScreenPath, suffix = ''): Promise<void> {
    const [title, content] = screenIs(path);
    await this.open(`/#/${path}${suffix}`);
    await this.finds('heading', title);
    await this.isDrawn(content);
  }

  /** Returns the screen without elements whose whole text matches one of these patterns. */
  describe = (ignored: readonly string[]): Promise<ScreenText> => this.window.run(describeScreen, ignored, t('app.loading'));

  /** Waits until the engine is level with the server. `isIdle` also accepts pending commands. */
  isLevel = (): Promise<void> => this.#expectEventually(() => this.window.run(engineState), 'engine', 'level');
  isIdle = (): Promise<void> => this.#expectEventually(async () => (await this.window.run(engineState)) !== 'busy', 'engine at rest', true);
  hasWorker = (): Promise<void> => this.#expectEventually(() => this.window.run(isServedByWorker), 'worker', true);

  async signIn(login: Login): Promise<void> {
    const { email, password } = loginOf(login);
    await this.fill(t('login.username'), email);
    await this.fill(t('login.password'), password);
    await this.tap('button', t('login.submit'));
    await this.isLevel();
  }

  /** Presses an element; returns false if the press did not reach it. */
  async #hits(thing: Target, use: 'tapped' | 'held', press: (at: Point) => Promise<void>): Promise<boolean> {
    await press((await this.#found(thing, use))!);
    const pending = use === 'tapped' ? ['awaited', 'pressed'] : ['awaited'];
    const ended = (): Promise<void> =>
      this.window.run(tapState).then((state) => expect(pending, `press on ${thing.name}`).not.toContain(state));
    await vi.waitFor(ended, { timeout: patience });
    return (await this.window.run(tapState)) !== 'missed';
  }

  async #found(thing: Target, use: 'seen' | 'tapped' | 'held'): Promise<Point | null> {
    let found: Point | null = null;
    const look = async (): Promise<boolean> => (found = await this.window.run(locate, thing, use)) !== null;
    await this.#expectEventually(look, `${thing.kind} “${thing.name}”`, true);
    return found;
  }

  #expectEventually = <T>(read: () => Promise<T>, subject: string, value: T): Promise<void> => expectEventually(read, value, subject);
}
