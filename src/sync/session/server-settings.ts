import type * as z from 'zod/mini';
import { siteSettings } from '#contract/endpoints/core.ts';
import type { Observed } from '#lib/observable.ts';
import type { Ports } from '../device/ports.ts';
import { send } from '../wire/transport.ts';

export type Site = z.infer<typeof siteSettings.answer>;

const key = 'site';

/** The operator's settings of this server: from the device at once, and from the server when there is a network. */
export class SiteSettings {
  readonly #ports: Ports;
  readonly #site: Observed<Site>;
  #loading: Promise<void> | null = null;

  constructor(ports: Ports, site: Observed<Site>) {
    this.#ports = ports;
    this.#site = site;
  }

  /** Loads the settings. Never rejects. */
  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    const { store } = this.#ports;
    // Without storage they are requested again.
    const kept = siteSettings.answer.safeParse(await store.get(key).catch(() => undefined));
    if (kept.success) this.#site.set(kept.data);
    const outcome = await send(this.#ports, { method: 'GET', path: siteSettings.path });
    const parsed = siteSettings.answer.safeParse(outcome.kind === 'answer' ? outcome.body : undefined);
    if (!parsed.success) return;
    this.#site.set(parsed.data);
    await store.set(key, parsed.data).catch(() => undefined);
  }
}
