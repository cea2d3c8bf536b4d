import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { loginOf } from '#tests/e2e/harness/people.ts';
import type { Steps, Timing } from './limits/page.ts';
import type { Proxy } from './proxy.ts';

/** A step as seen from the page and on the wire (kB, headers included), with the connections opened for it. */
export type Measured = Record<'ms' | 'requests' | 'down' | 'up' | 'connections', number>;

export type Line = keyof Steps;

/** A page in a fresh browser profile: nothing is stored, and no code is warm. */
export class Visit {
  readonly #page: Page;
  readonly #proxy: Proxy;

  private constructor(page: Page, proxy: Proxy) {
    this.#page = page;
    this.#proxy = proxy;
  }

  /** Opens the line's database, for `ours` by a sign-in, so that a connection exists when the first step begins. */
  static async begin(browser: Browser, proxy: Proxy, line: Line): Promise<Visit> {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(proxy.origin, { waitUntil: 'load' });
    const visit = new Visit(page, proxy);
    const { email, password } = loginOf('anna');
    await visit.call(line, 'open', ...(line === 'ours' ? [email, password] : []));
    return visit;
  }

  async call<T>(line: Line, step: string, ...args: unknown[]): Promise<T> {
    const run = ({ line, step, args }: { line: Line; step: string; args: unknown[] }): unknown =>
      (window.steps[line] as unknown as Record<string, (...args: unknown[]) => unknown>)[step]!(...args);
    return (await this.#page.evaluate(run, { line, step, args })) as T;
  }

  async measure(line: Line, step: string, ...args: unknown[]): Promise<Measured> {
    const before = this.#proxy.traffic;
    const { ms, requests } = await this.call<Timing>(line, step, ...args);
    const after = this.#proxy.traffic;
    return {
      ms,
      requests,
      down: (after.toBrowser - before.toBrowser) / 1_000,
      up: (after.toServer - before.toServer) / 1_000,
      connections: after.connections - before.connections,
    };
  }

  /** Measures a step, and stores a CPU profile of the page's thread in `folder`. */
  async profiled(folder: string, line: Line, step: string, ...args: unknown[]): Promise<Measured> {
    const session = await this.#page.context().newCDPSession(this.#page);
    await session.send('Profiler.enable');
    await session.send('Profiler.setSamplingInterval', { interval: 200 });
    await session.send('Profiler.start');
    const measured = await this.measure(line, step, ...args);
    const { profile } = await session.send('Profiler.stop');
    await session.detach();
    await writeFile(join(folder, `${line}-${step}.cpuprofile`), JSON.stringify(profile));
    return measured;
  }

  async end(): Promise<void> {
    await this.#page.context().close();
  }
}
