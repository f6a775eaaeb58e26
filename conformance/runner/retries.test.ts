import { expect, test } from '@jest/globals';
import { createOutages } from './outages.ts';
import { createLatency, createPace } from './pace.ts';
import { toReply } from './reply.ts';
import { createRetries } from './retries.ts';
import { createHalt } from './time-limit.ts';
import type { Attempt, TargetRequest } from './wire.ts';

const badGateway: Attempt = {
  reply: toReply(502, { 'retry-after': '0' }, new Uint8Array()),
  loss: undefined,
  error: undefined,
  code: undefined,
  isStale: false,
  before: undefined,
  startedAt: 0,
  durationMs: 1,
};

test('a gateway that fails intermittently delays other requests only at first', async () => {
  const halt = createHalt(60_000);
  const retries = createRetries({
    pace: createPace(16, halt.signal),
    halt,
    latency: createLatency(),
    outages: createOutages({ halt, timeoutMs: 1000, probe: async () => badGateway }),
    timeoutMs: 1000,
    onWait: () => {},
  });
  const decide = (at: number, earlier: readonly Attempt[]) => {
    const request: TargetRequest = {
      method: 'GET',
      path: `/${at}`,
      headers: {},
      credential: { value: undefined, shown: undefined },
      body: undefined,
    };
    return retries.decide(request, badGateway, earlier, 'reads');
  };
  const first = await Promise.all(Array.from({ length: 40 }, (_, at) => decide(at, [])));
  expect(first.filter((next) => next?.isAlone === true).length).toBe(20);
  expect(first.filter((next) => next?.isAlone === false).length).toBe(20);
  expect((await decide(41, [badGateway]))?.isAlone).toBe(true);
  halt.close();
});
