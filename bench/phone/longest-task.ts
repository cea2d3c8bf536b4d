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
  /** Microseconds, by the clock and of the thread's processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Returns the longest task of the main threads of pages in a trace of Chromium. */
export function longestTask(trace: Buffer): Task {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const key = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const main = new Set(named.map(key));
  const tasks = traceEvents.filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && main.has(key(event)));
  const most = (time: 'dur' | 'tdur'): number => tasks.reduce((longest, task) => Math.max(longest, task[time] ?? 0), 0) / 1_000;
  return { processor: most('tdur'), wall: most('dur') };
}
