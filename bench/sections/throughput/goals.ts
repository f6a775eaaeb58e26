import type { GoalResult } from '../../report/section.ts';
import { toSpread } from '../../report/spread.ts';
import { fastify, mock, rawHttp } from '../../subjects/index.ts';
import type { Work } from '../../works/work.ts';
import type { Measures } from './measure.ts';
import { readMeasures, toMedianRatio } from './ratio.ts';

/** Works that the project has set itself a goal for, each against each of these. */
const judged = ['list', 'create', 'refuse'];
const references = [
  { id: rawHttp.id, title: 'of raw `node:http`', atLeast: 0.7 },
  { id: fastify.id, title: 'of Fastify', atLeast: 1 },
  { id: 'prism', title: 'of Prism', atLeast: 20 },
];

export function toWorkGoals(
  { id, title }: Work,
  results: ReadonlyMap<string, Measures>,
): GoalResult[] {
  if (!judged.includes(id)) return [];
  return references.map((reference) => ({
    title: `${title}: ${reference.title}`,
    goal: { atLeast: reference.atLeast },
    measured: toMedianRatio(results, mock.id, reference.id),
  }));
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
