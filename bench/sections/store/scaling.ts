import type { Context } from '../../context.ts';
import { limitProcessor } from '../../machine/pin.ts';
import type { Section } from '../../report/section.ts';
import { toSpread, writeSpread } from '../../report/spread.ts';
import { measureServers, type StoreMeasure, type StoreWork, storeWorks } from './compare.ts';
import { type BenchDatabase, type StoreServer, startSharedMock } from './database.ts';

/** The share of a processor for each mock: small enough to leave the other processor to the database and the load. */
const share = 0.1;

type Rounds = { one: StoreMeasure; two: StoreMeasure }[];

/** Measures whether two mocks have twice the throughput of one, as far as two processors can show it. */
export async function measureScaling(
  database: BenchDatabase,
  context: Context,
): Promise<Section | undefined> {
  const mocks: StoreServer[] = [];
  const lifts: (() => void)[] = [];
  try {
    for (let count = 0; count < 2; count += 1) {
      const mock = await startSharedMock(database, context);
      mocks.push(mock);
      const lift = limitProcessor(mock.server.processId, share);
      if (lift === undefined) {
        context.note(
          'NOT MEASURED: two mocks compared with one, because this system cannot limit the processor time of a process',
        );
        return undefined;
      }
      lifts.push(lift);
    }
    const found: { work: StoreWork; rounds: Rounds }[] = [];
    for (const work of storeWorks) {
      context.note(`Store: ${work.title}, one mock and two`);
      found.push({ work, rounds: await measureRounds(mocks, work, database, context) });
    }
    return toSection(found);
  } finally {
    for (const { server } of mocks) await server.stop();
    for (const lift of lifts) lift();
  }
}

async function measureRounds(
  mocks: readonly StoreServer[],
  work: StoreWork,
  database: BenchDatabase,
  context: Context,
): Promise<Rounds> {
  const { rounds, seconds, warmUpSeconds } = context.effort;
  const measure = (servers: readonly StoreServer[], length: number) =>
    measureServers(servers, work, database, context, length);
  await measure(mocks, 4 * warmUpSeconds);
  const measures: Rounds = [];
  for (let round = 0; round < rounds; round += 1)
    measures.push({
      one: await measure(mocks.slice(round % 2, (round % 2) + 1), seconds),
      two: await measure(mocks, seconds),
    });
  return measures;
}

function toSection(found: readonly { work: StoreWork; rounds: Rounds }[]): Section {
  const toRatios = (rounds: Rounds): number[] =>
    rounds.map(({ one, two }) => two.requestsPerSecond / one.requestsPerSecond);
  const rates = (measures: readonly StoreMeasure[]): string =>
    writeSpread(toSpread(measures.map(({ requestsPerSecond }) => requestsPerSecond)), (value) =>
      Math.round(value).toLocaleString('en-US'),
    );
  return {
    title: 'Two mocks on one database',
    about: [
      `Both run on one processor, and a control group limits each to ${100 * share} % of it. The database and the load generator share the other one. This measures whether two mocks slow each other down in the database, not how much a machine can serve.`,
    ],
    table: {
      columns: ['work', 'one mock, requests/s', 'two, requests/s', 'relative to one'],
      rows: found.map(({ work, rounds }) => [
        work.title,
        rates(rounds.map(({ one }) => one)),
        rates(rounds.map(({ two }) => two)),
        writeSpread(toSpread(toRatios(rounds)), (value) => value.toFixed(2)),
      ]),
    },
    goals: found.map(({ work, rounds }) => ({
      title: `${work.title} on PostgreSQL: two mocks, relative to one`,
      goal: { atLeast: 1.7 },
      measured: toSpread(toRatios(rounds)).median,
    })),
  };
}
