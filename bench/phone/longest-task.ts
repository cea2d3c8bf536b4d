/** The longest times (ms) of a task: of the thread's processor, and by the clock. They may be of different tasks. */
export interface Task {
  readonly processor: number;
  readonly wall: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds: begin and duration by the clock, and duration of the thread's processor. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly chrome_mojo_event_info?: { readonly mojo_interface_tag?: string } };
}

/**
 * Returns the longest task of the main threads of pages in a trace of Chromium. Work of the driver, such as its search for an element in a
 * long list, does not count, except for layouts that the page would have made in its next frame.
 */
export function longestTask(trace: Buffer): Task {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const key = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const main = new Set(named.map(key));
  const events = traceEvents.filter((event) => event.ph === 'X' && main.has(key(event)));
  const tasks = events.filter(({ name }) => name.endsWith('RunTask'));
  const ofDriver = events.filter(isOfDriver);
  const layouts = events.filter(({ name }) => name === 'Layout' || name === 'UpdateLayoutTree');
  const within = (outer: TraceEvent, inner: readonly TraceEvent[]): TraceEvent[] =>
    inner.filter((event) => key(event) === key(outer) && event.ts >= outer.ts && event.ts < outer.ts + (outer.dur ?? 0));
  const sum = (of: readonly TraceEvent[], time: 'dur' | 'tdur'): number => of.reduce((total, event) => total + (event[time] ?? 0), 0);
  const most = (time: 'dur' | 'tdur'): number => {
    const own = tasks.map((task) => {
      const messages = within(task, ofDriver);
      return (
        (task[time] ?? 0) -
        sum(messages, time) +
        sum(
          messages.flatMap((message) => within(message, layouts)),
          time,
        )
      );
    });
    return own.reduce((longest, duration) => Math.max(longest, duration), 0) / 1_000;
  };
  return { processor: most('tdur'), wall: most('dur') };
}

const isOfDriver = ({ args }: TraceEvent): boolean => args?.chrome_mojo_event_info?.mojo_interface_tag === 'blink.mojom.DevToolsSession';
