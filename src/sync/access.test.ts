import { expect, test, vi } from 'vitest';
import { apiAnswer, quietPorts, userId } from '../../tests/fixtures/device.ts';
import { Access } from './access.ts';
import { Connection } from './connection.ts';

const call = { method: 'POST', path: '/api/event/2/switch', body: {} } as const;
const token = { success: true, token: 'second', userId, expiresIn: 60 };

/** Somebody with a token; `answer` is what the server says to the call, each time that it comes. */
function signedIn(answer: (asked: readonly string[]) => Response) {
  const asked: string[] = [];
  const onRefused = vi.fn<() => void>();
  const fetch = async (path: string): Promise<Response> => {
    asked.push(path);
    return path === '/api/users/refresh' ? apiAnswer(200, token) : answer(asked);
  };
  const access = new Access({ ports: quietPorts({ fetch }), connection: new Connection(), userId, token: 'first', onRefused });
  return { access, asked, onRefused };
}

test.each(['switch_code_wrong', 'switch_code_spent', 'switch_code_missing'])(
  'a 401 that says %s is asked once and ends nothing',
  async (error) => {
    const { access, asked, onRefused } = signedIn(() => apiAnswer(401, { error, message: '' }));
    expect(await access.send(call)).toMatchObject({ kind: 'answer', status: 401, body: { error } });
    expect(asked).toEqual([call.path]);
    expect(onRefused).not.toHaveBeenCalled();
    expect(await access.token()).toEqual({ kind: 'token', token: 'first' });
  },
);

test.each([{ error: 'unauthenticated', message: '' }, 'no body of ours'])(
  'a 401 that says %j is about the token: another one is fetched',
  async (body) => {
    const { access, asked } = signedIn(({ length }) => (length === 1 ? apiAnswer(401, body) : apiAnswer(200, {})));
    expect(await access.send(call)).toMatchObject({ status: 200 });
    expect(asked).toEqual([call.path, '/api/users/refresh', call.path]);
  },
);
