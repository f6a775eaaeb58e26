import { describe, expect, test } from '@jest/globals';
import { type Costs, type Layout, simulate } from './simulate.ts';

const none: Costs = {
  balancer: 0,
  mock: { list: 0, create: 0 },
  database: { list: 0, create: 0 },
  roundTrip: 0,
  commit: 0,
};
const layout: Layout = {
  requestsPerSecond: 1000,
  writes: 0,
  mocks: 1,
  poolSize: 1_000_000,
  databaseProcessors: 1,
  balancerProcessors: 1,
};

describe('the simulation', () => {
  test('returns the same result for the same seed, and another one for another seed', () => {
    const costs = { ...none, database: { list: 500, create: 0 } };
    const run = (seed: number) => simulate(costs, layout, { seed, seconds: 5 });
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
  });

  // A queue with one server responds in S / (1 - S·rate) on average, exponentially distributed: the median is ln 2 of that.
  test.each([
    { title: 'half in use', service: 500, share: 0.5 },
    { title: 'almost full', service: 800, share: 0.8 },
  ])('matches the formula for a queue that is $title', ({ service, share }) => {
    const costs = { ...none, database: { list: service, create: 0 } };
    const { inUse, medianMs, p99Ms } = simulate(costs, layout, { seed: 7, seconds: 80 });
    const mean = service / (1 - share) / 1000;
    expect(Math.abs(inUse.database / share - 1)).toBeLessThan(0.05);
    expect(Math.abs(medianMs / (mean * Math.LN2) - 1)).toBeLessThan(0.15);
    expect(Math.abs(p99Ms / (mean * Math.log(100)) - 1)).toBeLessThan(0.15);
  });

  test('serves no more than its slowest component can', () => {
    const costs = { ...none, mock: { list: 200, create: 200 } };
    const two = { ...layout, mocks: 2, requestsPerSecond: 20_000 };
    const { requestsPerSecond, inUse } = simulate(costs, two, { seed: 1, seconds: 1 });
    expect(requestsPerSecond).toBeLessThan(10_200);
    expect(inUse.mocks).toBeGreaterThan(0.99);
  });

  test('serves no more than its connections allow', () => {
    const costs = { ...none, roundTrip: 10_000 };
    const few = { ...layout, poolSize: 4 };
    const { requestsPerSecond, inUse } = simulate(costs, few, { seed: 1, seconds: 5 });
    expect(Math.abs(requestsPerSecond / 400 - 1)).toBeLessThan(0.02);
    expect(inUse.connections).toBeGreaterThan(0.99);
  });

  test('makes only writes wait for the disk', () => {
    const costs = { ...none, commit: 5000 };
    const writing = { ...layout, writes: 0.5 };
    const { medianMs, p99Ms } = simulate(costs, writing, { seed: 1, seconds: 20 });
    expect(medianMs).toBeLessThan(1);
    expect(p99Ms).toBeGreaterThan(10);
  });
});
