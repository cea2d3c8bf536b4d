import { expect, test } from 'vitest';
import type { Refusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { type IncomingBody, mostBytes, exemptBytes, UploadRoom } from './upload-room.ts';

const most = limits.pictureBodyBytes;
const unavailable = { code: 'unavailable', details: { retryAfter: 2 } };

function open() {
  const room = new UploadRoom();
  const refused: string[] = [];
  const receive = (userId: number, name: string, here = 0, announced = most): IncomingBody => {
    const note = (why: Refusal): void => {
      expect(why).toMatchObject(unavailable);
      refused.push(name);
    };
    const coming = room.receive({ userId }, announced, note);
    coming.count(here);
    return coming;
  };
  /** Fills the room with pictures of different users until `left` bytes are free. */
  const fillBut = (left: number): (() => void)[] => {
    const leaves: (() => void)[] = [];
    for (let bytes = mostBytes - left; bytes > 0; bytes -= 5_000_000) {
      leaves.push(room.enter({ userId: 1_000 + leaves.length }, Math.min(bytes, 5_000_000)));
    }
    return leaves;
  };
  return { room, refused, receive, fillBut };
}

test('received bytes take room, and announced bytes do not', () => {
  const { room, refused, receive, fillBut } = open();
  const bodies = Array.from({ length: 30 }, (_, userId) => receive(userId, `${userId}`, 1_000));
  fillBut(30 * 1_000 + 200_000);
  expect(() => room.enter({ userId: 99 }, 200_001)).toThrow(expect.objectContaining(unavailable));
  room.enter({ userId: 99 }, 200_000);
  expect(() => bodies[0]!.count(1)).toThrow(expect.objectContaining(unavailable));
  expect(refused).toEqual([]);
});

test('a full room refuses the largest incoming body of the heaviest sender in favour of a lighter one', () => {
  const { room, refused, receive, fillBut } = open();
  fillBut(3_000_000);
  receive(1, 'a', 600_000);
  receive(1, 'b', 900_000);
  receive(2, 'c', 1_000_000);
  const light = receive(3, 'd', 500_000);
  light.count(1);
  expect(refused).toEqual(['b']);
  light.count(899_998);
  room.enter({ userId: 4 }, 1_000_000);
  expect(refused).toEqual(['b', 'd']);
});

test("a full room refuses the heaviest sender's own body and no other", () => {
  const { refused, receive, fillBut } = open();
  fillBut(2_000_000);
  receive(1, 'a', 1_000_000);
  const heavy = receive(2, 'b', 999_999);
  expect(() => heavy.count(2)).toThrow(expect.objectContaining(unavailable));
  expect(refused).toEqual([]);
  heavy.release();
  receive(3, 'c', 1_000_000);
});

test('a complete body keeps its room', () => {
  const { refused, receive, fillBut } = open();
  fillBut(2_000_000);
  receive(1, 'a', 2_000_000).complete();
  expect(() => receive(2, 'b', 1)).toThrow(expect.objectContaining(unavailable));
  expect(refused).toEqual([]);
});

test('room is released once, and a body that has left takes none', () => {
  const { room, receive, fillBut } = open();
  const leaves = fillBut(1_000_000);
  const gone = receive(1, 'a', 400_000);
  for (const _ of [1, 2]) gone.release();
  gone.count(1_000_000);
  const leave = room.enter({ userId: 2 }, 1_000_000);
  expect(() => room.enter({ userId: 3 }, exemptBytes + 1)).toThrow(expect.objectContaining(unavailable));
  for (const _ of [1, 2]) leave();
  room.enter({ userId: 3 }, 1_000_000);
  expect(() => room.enter({ userId: 4 }, exemptBytes + 1)).toThrow(expect.objectContaining(unavailable));
  leaves[0]!();
  expect(() => room.enter({ userId: 4 }, exemptBytes + 1)).not.toThrow();
});

test("announced bytes count towards a user's share, and a body has a largest size", () => {
  const { room, receive } = open();
  const bodies = Array.from({ length: 4 }, (_, index) => receive(1, `${index}`));
  expect(() => receive(1, 'a', 0, exemptBytes + 1)).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  expect(() => room.enter({ userId: 1 }, exemptBytes + 1)).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  expect(() => receive(2, 'a', 0, most + 1)).toThrow(expect.objectContaining({ code: 'too_large' }));
  bodies[0]!.release();
  receive(1, 'a');
});

test('a user with an unconfirmed address sends one body of the largest size at a time', () => {
  const room = new UploadRoom();
  const sender = { userId: 1, isTrusted: false };
  const first = room.receive(sender, limits.pictureBodyBytes, () => undefined);
  expect(() => room.receive(sender, exemptBytes + 1, () => undefined)).toThrow('too_many_requests');
  first.release();
  room.receive(sender, exemptBytes + 1, () => undefined);
});

test('bodies smaller than pictures need no room', () => {
  const { room, fillBut } = open();
  fillBut(0);
  expect(() => room.enter({ userId: 1 }, exemptBytes + 1)).toThrow(expect.objectContaining(unavailable));
  const enterSmall = () => room.enter({ userId: 1 }, exemptBytes);
  for (let index = 0; index < 1_000; index += 1) expect(enterSmall).not.toThrow();
});
