/** Upper bounds of the duration histogram, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Counts requests and renders them as Prometheus text (exposition format 0.0.4). Labels contain route patterns only, never names. */
export class RequestMetrics {
  readonly #requests = new Map<string, number>();
  readonly #refusals = new Map<string, number>();
  readonly #buckets = bounds.map(() => 0);
  #seconds = 0;
  #count = 0;

  /** Counts a request; `seconds` is null for answers that are meant to take long. */
  observe(method: string, route: string, status: number, seconds: number | null): void {
    const labels = `method="${escaped(method)}",route="${escaped(route)}",status="${status}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    if (seconds === null) return;
    for (const [index, bound] of bounds.entries()) if (seconds <= bound) this.#buckets[index]! += 1;
    this.#seconds += seconds;
    this.#count += 1;
  }

  refused(code: string): void {
    this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1);
  }

  render(gauges: readonly Gauge[]): string {
    const lines = [
      ...head('http_requests_total', 'counter', 'Requests by method, route and status.'),
      ...[...this.#requests].map(([labels, count]) => `http_requests_total{${labels}} ${count}`),
      ...head('http_request_duration_seconds', 'histogram', 'Time from a request to the end of its answer, event streams left out.'),
      ...bounds.map((bound, index) => `http_request_duration_seconds_bucket{le="${bound}"} ${this.#buckets[index]}`),
      `http_request_duration_seconds_bucket{le="+Inf"} ${this.#count}`,
      `http_request_duration_seconds_sum ${this.#seconds}`,
      `http_request_duration_seconds_count ${this.#count}`,
      ...head('event_companion_refusals_total', 'counter', 'Refused requests by the code of the refusal.'),
      ...[...this.#refusals].map(([code, count]) => `event_companion_refusals_total{code="${code}"} ${count}`),
      ...[...Map.groupBy(gauges, ({ name }) => name)].flatMap(([name, samples]) => [
        ...head(name, name.endsWith('_total') ? 'counter' : 'gauge', samples[0]!.help),
        ...samples.map(({ labels = {}, value }) => `${name}${labelled(labels)} ${value}`),
      ]),
    ];
    return `${lines.join('\n')}\n`;
  }
}

function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labelled(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
