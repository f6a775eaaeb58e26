import type { GoalResult } from '../../report/section.ts';
import { toSpread } from '../../report/spread.ts';
import { fastify, mock, rawHttp } from '../../subjects/index.ts';
import type { Work } from '../../works/work.ts';
import type { Measures } from './measure.ts';
import { readMeasures, toMedianRatio } from './ratio.ts';

/** What the mock is to reach of others: at every work, or at those that are named. */
const references: readonly Reference[] = [
  {
    id: rawHttp.id,
    title: 'of raw `node:http`',
    // As much as is left without a private member of Node.
    atLeast: { list: 0.7, create: 0.62, refuse: 0.7 },
  },
  { id: fastify.id, title: 'of Fastify', atLeast: 1 },
  { id: 'prism', title: 'of Prism', atLeast: { list: 20, create: 20, refuse: 20 } },
];

interface Reference {
  id: string;
  title: string;
  atLeast: number | Readonly<Record<string, number>>;
}

export function toWorkGoals(
  { id: workId, title: work }: Work,
  results: ReadonlyMap<string, Measures>,
): GoalResult[] {
  return references.flatMap(({ id, title, atLeast }) => {
    const goal = typeof atLeast === 'number' ? atLeast : atLeast[workId];
    if (goal === undefined) return [];
    const measured = toMedianRatio(results, mock.id, id);
    return [{ title: `${work}: ${title}`, goal: { atLeast: goal }, measured }];
  });
}

/** Works of one operation each, beside creating a site. */
const operations = [
  'list',
  'update',
  'duplicate',
  'create-route',
  'update-route',
  'create-webhook',
];

/** No operation is to be much slower than creating a site. */
export function toOperationGoals(
  byWork: ReadonlyMap<string, ReadonlyMap<string, Measures>>,
): GoalResult[] {
  const create = readMedianRate(byWork.get('create'));
  if (create === undefined) return [];
  return operations.flatMap((id) => {
    const rate = readMedianRate(byWork.get(id));
    if (rate === undefined) return [];
    const title = `Time of \`${id}\`, in times of \`create\``;
    return [{ title, goal: { atMost: 1.5 }, measured: create / rate }];
  });
}

function readMedianRate(results: ReadonlyMap<string, Measures> | undefined): number | undefined {
  const rates = readMeasures(results, mock.id).map(({ requestsPerSecond }) => requestsPerSecond);
  return rates.length === 0 ? undefined : toSpread(rates).median;
}
