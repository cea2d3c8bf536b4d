import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { LargeAnswers } from './large-answers.ts';

class Reply extends EventEmitter {
  readonly raw = this;
  readonly request = {};
}

test('limits large answers to one per person and few in total, until one ends', async () => {
  const answers = new LargeAnswers(2);
  const begin = (userId: number) => {
    const reply = new Reply();
    answers.begin(userId, reply as unknown as FastifyReply);
    return () => reply.emit('close');
  };
  const end = begin(1);
  expect(() => begin(1)).toThrow(Refusal);
  begin(2);
  expect(() => begin(3)).toThrow(Refusal);
  end();
  await expect.poll(() => begin(3)).toBeTypeOf('function');
  expect(() => begin(1)).toThrow(Refusal);
});
