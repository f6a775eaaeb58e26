import type { GoalResult, Table } from '../../report/section.ts';
import { toSpread, writeSpread } from '../../report/spread.ts';
import { fastify, mock, rawHttp } from '../../subjects/index.ts';
import type { Work } from '../../works/work.ts';
import type { Contestant, Measure, Measures } from './measure.ts';

interface Column {
  title: string;
  read(measure: Measure): number | undefined;
  write(value: number): string;
  /** Whether the number is shown as a ratio to raw `node:http` in the same round. */
  isOfRaw: boolean;
}

const toWhole = (value: number): string => Math.round(value).toLocaleString('en-US');
const toThree = (value: number): string => String(Number(value.toPrecision(3)));
const toRatio = (value: number): string => (value < 0.1 ? value.toFixed(3) : value.toFixed(2));
const toTenth = (value: number): string => value.toFixed(1);

const own = { isOfRaw: false };
const ofRaw = { write: toRatio, isOfRaw: true };
const columns: readonly Column[] = [
  {
    title: 'requests/s',
    read: ({ requestsPerSecond }) => requestsPerSecond,
    write: toWhole,
    ...own,
  },
  { title: 'rate, of raw', read: ({ requestsPerSecond }) => requestsPerSecond, ...ofRaw },
  {
    title: 'processor per request, µs',
    read: ({ processorTime }) => processorTime,
    write: toThree,
    ...own,
  },
  { title: 'processor, of raw', read: (measure) => invert(measure.processorTime), ...ofRaw },
  {
    title: 'instructions per request',
    read: ({ instructions }) => instructions,
    write: toWhole,
    ...own,
  },
  { title: 'instructions, of raw', read: (measure) => invert(measure.instructions), ...ofRaw },
  { title: 'p50, ms', read: ({ medianMs }) => medianMs, write: toTenth, ...own },
  { title: 'p99, ms', read: ({ p99Ms }) => p99Ms, write: toTenth, ...own },
];

/** A row for each subject, fastest first. */
export function toWorkTable(
  contestants: readonly Contestant[],
  results: ReadonlyMap<string, Measures>,
): Table {
  const rows = contestants.map(({ running }) => {
    const { id, title } = running.subject;
    const result = results.get(id) ?? { void: 'not measured' };
    if ('void' in result) {
      return { rate: 0, cells: [title, `void: ${result.void}`, ...columns.slice(1).map(() => '')] };
    }
    const rates = result.measures.map(({ requestsPerSecond }) => requestsPerSecond);
    const cells = columns.map((column) => toCell(column, id, results, result.measures));
    return { rate: toSpread(rates).median, cells: [title, ...cells] };
  });
  rows.sort((a, b) => b.rate - a.rate);
  return {
    columns: ['', ...columns.map(({ title }) => title)],
    rows: rows.map(({ cells }) => cells),
  };
}

function toCell(
  { read, write, isOfRaw }: Column,
  id: string,
  results: ReadonlyMap<string, Measures>,
  measures: readonly Measure[],
): string {
  const values = isOfRaw
    ? toRatios(results, id, rawHttp.id, read)
    : measures.map(read).filter((value) => value !== undefined);
  return values.length === 0 ? '—' : writeSpread(toSpread(values), write);
}

/** Half the time is twice the speed. */
function invert(value: number | undefined): number | undefined {
  return value === undefined ? undefined : 1 / value;
}

/** Returns the ratio between two subjects in each round; empty if one of them was not measured. */
function toRatios(
  results: ReadonlyMap<string, Measures>,
  id: string,
  referenceId: string,
  read: (measure: Measure) => number | undefined,
): number[] {
  const own = readMeasures(results, id);
  const reference = readMeasures(results, referenceId);
  return own.flatMap((measure, round) => {
    const other = reference[round];
    const value = read(measure);
    const against = other === undefined ? undefined : read(other);
    return value === undefined || against === undefined ? [] : [value / against];
  });
}

/** Returns the median of these ratios in requests per second. */
function toMedianRatio(
  results: ReadonlyMap<string, Measures>,
  id: string,
  referenceId: string,
): number | undefined {
  const ratios = toRatios(results, id, referenceId, ({ requestsPerSecond }) => requestsPerSecond);
  return ratios.length === 0 ? undefined : toSpread(ratios).median;
}

function readMeasures(
  results: ReadonlyMap<string, Measures> | undefined,
  id: string,
): readonly Measure[] {
  const result = results?.get(id);
  return result === undefined || 'void' in result ? [] : result.measures;
}

/** The mock's goals relative to other subjects, for all works or for those that are named. */
const references: readonly Reference[] = [
  {
    id: rawHttp.id,
    title: 'relative to raw `node:http`',
    // Goals that are reachable without private members of Node.
    atLeast: { list: 0.7, create: 0.62, refuse: 0.7 },
  },
  { id: fastify.id, title: 'relative to Fastify', atLeast: 1 },
  { id: 'prism', title: 'relative to Prism', atLeast: { list: 20, create: 20, refuse: 20 } },
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
    return [{ title: `${work}, ${title}`, goal: { atLeast: goal }, measured }];
  });
}

const operations = [
  'list',
  'update',
  'duplicate',
  'create-route',
  'update-route',
  'create-webhook',
];

/** No operation should be much slower than creating a site. */
export function toOperationGoals(
  byWork: ReadonlyMap<string, ReadonlyMap<string, Measures>>,
): GoalResult[] {
  const create = readMedianRate(byWork.get('create'));
  if (create === undefined) return [];
  return operations.flatMap((id) => {
    const rate = readMedianRate(byWork.get(id));
    if (rate === undefined) return [];
    const title = `Time of \`${id}\`, relative to \`create\``;
    return [{ title, goal: { atMost: 1.5 }, measured: create / rate }];
  });
}

function readMedianRate(results: ReadonlyMap<string, Measures> | undefined): number | undefined {
  const rates = readMeasures(results, mock.id).map(({ requestsPerSecond }) => requestsPerSecond);
  return rates.length === 0 ? undefined : toSpread(rates).median;
}
