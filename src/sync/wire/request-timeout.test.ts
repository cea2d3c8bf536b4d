import { beforeEach, describe, expect, test } from 'vitest';
import { times } from '#contract/times.ts';
import { apiAnswer, quietPorts } from '#tests/fixtures/device.ts';
import { SimulatedClock } from '#tests/simulation/world/clock.ts';
import type { Ports } from '../device/ports.ts';
import { type Call, send, sendForLines } from './transport.ts';

const call = { method: 'GET', path: '/api/sync' } as const;
const answered = { kind: 'answer', status: 200 };
const gone = { kind: 'no-network' };
const encoder = new TextEncoder();

let clock: SimulatedClock;
let begun: number;
let signal: AbortSignal;

beforeEach(() => {
  clock = new SimulatedClock();
  begun = clock.now();
});

const elapsed = () => clock.now() - begun;
const breaksOff = (on: (error: Error) => void) => signal.addEventListener('abort', () => on(new TypeError('broken off')));

function portsTo(answer: () => Promise<Response>): Ports {
  const ask: Ports['fetch'] = (_path, init) => {
    signal = init.signal as AbortSignal;
    return answer();
  };
  return quietPorts({ now: () => clock.now(), setTimer: (delay, task) => clock.setTimer(delay, task), fetch: ask, upload: ask });
}

/** A server that answers after this time (ms). */
const after = (delay: number) => () =>
  new Promise<Response>((resolve, reject) => {
    breaksOff(reject);
    clock.setTimer(delay, () => resolve(apiAnswer(200, {})));
    clock.fireNext();
  });

/** A server that sends `count` lines at this interval (ms). */
const lines = (count: number, delay: number) => async () => {
  let left = count;
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => breaksOff((error) => controller.error(error)),
      pull: (controller) => {
        if (left === 0) return controller.close();
        left -= 1;
        clock.setTimer(delay, () => controller.enqueue(encoder.encode('{}\n')));
        clock.fireNext();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'x-event-companion': '1' } });
};

describe('a request fails', () => {
  test('after the default timeout', async () => {
    expect(await send(portsTo(after(times.requestTimeout + 1)), call)).toEqual(gone);
    expect([elapsed(), signal.aborted]).toEqual([times.requestTimeout, true]);
  });

  test('after the timeout of the call', async () => {
    expect(await send(portsTo(after(50_000)), { ...call, timeout: 30_000 })).toEqual(gone);
    expect(elapsed()).toBe(30_000);
  });

  test('if a part of the answer is late', async () => {
    expect(await sendForLines(portsTo(lines(3, times.requestTimeout + 1)), call, async () => {})).toEqual(gone);
    expect([elapsed(), signal.aborted]).toEqual([times.requestTimeout, true]);
  });
});

describe('a request succeeds', () => {
  test('just before the timeout', async () => {
    expect(await send(portsTo(after(times.requestTimeout - 1)), call)).toMatchObject(answered);
  });

  test('if each part of a long answer is in time', async () => {
    let taken = 0;
    expect(await sendForLines(portsTo(lines(10, times.requestTimeout - 1)), call, async () => void (taken += 1))).toMatchObject(answered);
    expect([taken, elapsed()]).toEqual([10, 10 * (times.requestTimeout - 1)]);
  });

  test('if each part of a long body is sent in time', async () => {
    const heard: number[] = [];
    const slow: Call = { ...call, method: 'POST', body: {}, onSent: (sent) => void heard.push(sent) };
    const ports = portsTo(() => Promise.reject(new TypeError('not asked')));
    ports.upload = async (_path, init, onProgress) => {
      signal = init.signal as AbortSignal;
      for (const sent of [0.25, 0.5, 0.75, 1]) {
        clock.sleep(times.requestTimeout - 1);
        onProgress(sent);
      }
      return after(times.requestTimeout - 1)();
    };
    expect(await send(ports, slow)).toMatchObject(answered);
    expect(heard).toEqual([0.25, 0.5, 0.75, 1]);
  });
});

test('the Date of an answer is ignored if its request took more than a minute to send', async () => {
  const ports = portsTo(() => Promise.reject(new TypeError('not asked')));
  const heard: number[] = [];
  ports.receiveServerTime = (time) => void heard.push(time);
  ports.elapsed = elapsed;
  const said = clock.now();
  const goesOutIn = (steps: number): void => {
    ports.upload = async (_path, _init, onProgress) => {
      for (let step = 1; step <= steps; step += 1) {
        clock.sleep(times.requestTimeout - 1);
        onProgress(step / steps);
      }
      return apiAnswer(200, {}, { date: new Date(said).toUTCString() });
    };
  };
  for (const steps of [8, 7]) {
    goesOutIn(steps);
    expect(await send(ports, { ...call, method: 'POST', body: {}, onSent: () => {} })).toMatchObject(answered);
  }
  expect(heard).toEqual([said]);
});

test('a finished request leaves no timer and no open answer', async () => {
  await send(portsTo(after(100)), call);
  expect([clock.nextAt, signal.aborted]).toEqual([null, true]);
});
