import { expect, test } from '@jest/globals';
import { Inconclusive } from '../results.ts';
import { createRoom } from './room.ts';

const wrong = { operation: 'createSite', intent: 'invalid' };

/** Alternates valid and other requests. Returns how many created a record, and the results of the others. */
async function flood(
  room: (countMade: () => number) => ReturnType<typeof createRoom>,
  count: number,
  isAccepted: (at: number) => boolean,
) {
  let made = 0;
  const { take } = room(() => made);
  const ends = await Promise.allSettled(
    Array.from({ length: count }, async (_, at) => {
      const release = await take(at % 2 === 0 ? undefined : wrong);
      await new Promise(setImmediate);
      if (isAccepted(at)) made += 1;
      release(isAccepted(at));
    }),
  );
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  return { made, refused };
}

test('creates at most its limit once a request that should be refused was accepted', async () => {
  const used = (countMade: () => number) => createRoom(30, countMade);
  const early = await flood(used, 30, () => true);
  expect(early).toEqual({ made: 30, refused: [] });
  const room = (countMade: () => number) => {
    const made = createRoom(30, countMade);
    void made.take(wrong).then((end) => end(true));
    return made;
  };
  const { made, refused } = await flood(room, 80, (at) => at > 0);
  // Includes requests sent before the first was accepted.
  expect(made).toBeLessThanOrEqual(38);
  expect(refused).toHaveLength(79 - made);
  expect(refused[0]).toBeInstanceOf(Inconclusive);
  expect(refused[0].message).toMatch(/^the run has created 3\d sites, as many as it may; some/);
});

test('sends every request if those that should be refused are refused', async () => {
  const strict = (countMade: () => number) => createRoom(30, countMade);
  const { made, refused } = await flood(strict, 400, (at) => at % 20 === 0);
  expect(made).toBe(20);
  expect(refused).toEqual([]);
});

test('sends invalid requests to a target that refuses them, even when valid ones have used the room up', async () => {
  const full = (countMade: () => number) => createRoom(5, countMade);
  // Every second request is valid, and accepted.
  const { made, refused } = await flood(full, 100, (at) => at % 2 === 0);
  expect(made).toBe(5);
  // There are 50 of each kind.
  expect(refused).toHaveLength(45);
});

test('does not let invalid requests wait for those in flight once some were refused', async () => {
  const room = createRoom(1, () => 0);
  await expectWaitFor(await room.take(wrong), room);
  for (let at = 0; at < 4; at += 1) (await room.take(wrong))(false);
  const ends = await Promise.all([room.take(wrong), room.take(wrong), room.take(wrong)]);
  for (const end of ends) end(false);
  const accepted = await room.take(wrong);
  accepted(true);
  await expectWaitFor(await room.take(wrong), room);
});

/** A further request waits until the one before it, which is refused, has ended. */
async function expectWaitFor(
  end: (isAccepted: boolean) => void,
  room: ReturnType<typeof createRoom>,
): Promise<void> {
  let isWaiting = true;
  const next = room.take(wrong).then((endNext) => {
    isWaiting = false;
    endNext(false);
  });
  await new Promise(setImmediate);
  expect(isWaiting).toBe(true);
  end(false);
  await next;
}

test('learns from one operation how invalid requests to another one will end', async () => {
  const room = createRoom(1, () => 0);
  for (let at = 0; at < 6; at += 1) (await room.take(wrong))(false);
  let through = 0;
  for (let at = 0; at < 2; at += 1)
    void room.take({ ...wrong, operation: 'duplicateSite' }).then(() => {
      through += 1;
    });
  await new Promise(setImmediate);
  expect(through).toBe(2);
});

test('prefers valid requests once an invalid one was accepted', async () => {
  const room = createRoom(1, () => 0);
  (await room.take(wrong))(true);
  const release = await room.take();
  const order: string[] = [];
  const send = async (name: string) => {
    const end = await room.take(name === 'valid' ? undefined : wrong);
    order.push(name);
    end(false);
  };
  const both = [send('other'), send('valid')];
  release(true);
  await Promise.all(both);
  expect(order).toEqual(['valid', 'other']);
});

test('keeps room for requests that are mostly refused, and denies it to those that create a record', async () => {
  let made = 0;
  const room = createRoom(30, () => made);
  const send = async (kind: typeof wrong | undefined, isAccepted: boolean) => {
    const end = await room.take(kind);
    await new Promise(setImmediate);
    if (isAccepted) made += 1;
    end(isAccepted);
  };
  const unauthorised = { ...wrong, intent: 'unauthorised' };
  await send(unauthorised, true);
  await send(wrong, false);
  const creating = await Promise.allSettled(
    Array.from({ length: 60 }, (_, at) => send(at % 2 === 0 ? undefined : unauthorised, true)),
  );
  expect(made).toBe(28);
  expect(creating.filter(({ status }) => status === 'rejected')).toHaveLength(33);
  // Such requests to another operation have no results of their own yet, so these results apply to them.
  const elsewhere = { ...unauthorised, operation: 'duplicateSite' };
  await expect(send(elsewhere, false)).rejects.toThrow(
    /^the run has created 28 of at most 30 sites, and keeps the rest/,
  );
  await Promise.all(Array.from({ length: 50 }, () => send(wrong, false)));
  expect(made).toBe(28);
});
