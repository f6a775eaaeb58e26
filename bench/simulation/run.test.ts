import { describe, expect, test } from '@jest/globals';
import { testInCi } from '../../test/support/in-ci.ts';
import { readStoreCosts } from '../sections/store/costs.ts';
import { describeSimulation, readWritten, sizeFor } from './run.ts';

describe('the tables of docs/scale.md', () => {
  // The simulation takes seconds, and changes only with its own code and the measured costs.
  testInCi('are the results of the simulation with the measured costs', () => {
    // If this fails: npm run simulate -- --write
    expect(readWritten()).toBe(describeSimulation(readStoreCosts()));
  });

  test('size each component for at most 60 % of its capacity', () => {
    const costs = {
      balancer: 30,
      mock: { list: 100, create: 100 },
      database: { list: 120, create: 120 },
      roundTrip: 0,
      commit: 0,
    };
    expect(sizeFor(costs, 12_000)).toMatchObject({ mocks: 2, databaseProcessors: 3 });
    expect(sizeFor(costs, 12_001)).toMatchObject({ mocks: 3, databaseProcessors: 3 });
  });
});
